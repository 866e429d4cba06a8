import { Module } from '@nestjs/common';
import { OneAtATime } from './one-at-a-time.js';
import { PictureObjects } from './picture-objects.js';

/** What whoever works on pictures needs. */
@Module({ providers: [OneAtATime, PictureObjects], exports: [OneAtATime, PictureObjects] })
export class PicturesModule {}
