import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { ImagesModule } from '../images/images.module.js';
import { BoardsController } from './boards.controller.js';
import { BoardsRepository } from './boards.repository.js';
import { BoardsService } from './boards.service.js';

@Module({
  imports: [AccessModule, ChangesModule, ImagesModule],
  controllers: [BoardsController],
  providers: [BoardsService, BoardsRepository],
})
export class BoardsModule {}
