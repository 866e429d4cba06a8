export {
  useBookmarks,
  useBookmarkedPictures,
  useNoteBookmark,
  useOpenTag,
  usePictureBoard,
  useShelf,
} from './bookmarks.queries.js';
export { BookmarkButton, KeepMenuItem } from './bookmark-button.js';
