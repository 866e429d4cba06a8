import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { ImagesRepository } from './images.repository.js';
import { RenderImages } from './render-images.js';

@Module({
  imports: [PicturesModule],
  providers: [RenderImages, ImagesRepository],
  exports: [RenderImages],
})
export class ImagesModule {}
