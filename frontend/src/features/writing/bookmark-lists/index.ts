export { BookmarksPage } from './bookmarks-page.js';
export { Shelf } from './shelf.js';
