import { Module } from '@nestjs/common';
import { AccessModule } from '../../shared/access/access.module.js';
import { ChangesModule } from '../../shared/changes/changes.module.js';
import { ImagesModule } from '../images/images.module.js';
import { BoardsController } from './boards.controller.js';
import { BoardsRepository } from './boards.repository.js';
import { BoardsService } from './boards.service.js';
import { MemberBoardsController } from './member-boards.controller.js';

@Module({
  imports: [AccessModule, ChangesModule, ImagesModule],
  controllers: [BoardsController, MemberBoardsController],
  providers: [BoardsService, BoardsRepository],
})
export class BoardsModule {}
