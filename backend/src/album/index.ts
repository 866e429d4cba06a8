export { AlbumModule } from './album.module.js';
export { ImageHeads } from './images/image-heads.js';
export { ImagesService } from './images/images.service.js';
