import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { AvatarsRepository } from './avatars.repository.js';
import { MakeAvatar } from './make-avatar.js';

@Module({
  imports: [PicturesModule],
  providers: [MakeAvatar, AvatarsRepository],
  exports: [MakeAvatar],
})
export class AvatarsModule {}
