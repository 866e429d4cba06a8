import { Module } from '@nestjs/common';
import { PicturesModule } from '../../shared/pictures/pictures.module.js';
import { AvatarsRepository } from './avatars.repository.js';
import { MakeAvatar } from './make-avatar.js';

const JOBS = [MakeAvatar];

@Module({ imports: [PicturesModule], providers: [...JOBS, AvatarsRepository], exports: JOBS })
export class AvatarsModule {
  static readonly jobs = JOBS;
}
