import { Module } from '@nestjs/common';
import { PicturesModule } from '../pictures/pictures.module.js';
import { AvatarsRepository } from './avatars.repository.js';
import { MakeAvatars } from './make-avatars.js';

@Module({
  imports: [PicturesModule],
  providers: [MakeAvatars, AvatarsRepository],
  exports: [MakeAvatars],
})
export class AvatarsModule {}
