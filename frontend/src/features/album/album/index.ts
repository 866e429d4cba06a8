export { Caption, nameOf } from './image-parts.js';
export { AuthoredPictures } from './authored-pictures.js';
export { boardsQuery, tagsQuery } from './album.queries.js';
export { Lightbox, type PictureAuthor } from './lightbox.js';
export { PictureActions } from './picture-actions.js';
