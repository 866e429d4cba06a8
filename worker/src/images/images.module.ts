import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { ImagesRepository } from './images.repository.js';
import { RenderImage } from './render-image.js';

@Module({
  imports: [PicturesModule],
  providers: [RenderImage, ImagesRepository],
  exports: [RenderImage],
})
export class ImagesModule {}
