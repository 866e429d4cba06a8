export { Blur } from './blur.js';
export { Caption } from './caption.js';
export { AuthoredPictures } from './authored-pictures.js';
export { boardsQuery, tagsQuery } from './album.queries.js';
export { nameOf } from './image-name.js';
export { Lightbox, type PictureAuthor } from './lightbox.js';
export { PictureActions } from './picture-actions.js';
