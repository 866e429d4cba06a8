export { useBookmarks, useKeptPictures, useOpenTag, usePictureBoard, useShelf } from './bookmarks.queries.js';
export { KeepButton } from './keep-button.js';
