import { Module } from '@nestjs/common';
import { PictureMutex } from './picture-mutex.js';
import { PictureObjects } from './picture-objects.js';

@Module({ providers: [PictureMutex, PictureObjects], exports: [PictureMutex, PictureObjects] })
export class PicturesModule {}
