export { useKeptPictures, useOpenTag, usePictureBoard } from './bookmarks.queries.js';
export { KeepButton } from './keep-button.js';
export { KeptPage } from './kept-page.js';
export { Shelf } from './shelf.js';
