import { Module } from '@nestjs/common';
import { PicturesModule } from '../shared/pictures/pictures.module.js';
import { ImagesRepository } from './images.repository.js';
import { RenderImage } from './render-image.js';

const JOBS = [RenderImage];

@Module({ imports: [PicturesModule], providers: [...JOBS, ImagesRepository], exports: JOBS })
export class ImagesModule {
  static readonly jobs = JOBS;
}
