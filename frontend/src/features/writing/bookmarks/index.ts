export { useBookmarks, useKeptPictures, useOpenTag, usePictureBoard, useShelf } from './bookmarks.queries.js';
export { KeepButton, KeepMenuItem } from './keep-button.js';
