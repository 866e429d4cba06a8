import { Controller } from '@nestjs/common';
import { type BoardView, type InputOf, listMemberBoards } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BoardsService } from './boards.service.js';

@Controller()
export class MemberBoardsController {
  constructor(private readonly boards: BoardsService) {}

  @Handles(listMemberBoards)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { username }: InputOf<typeof listMemberBoards>,
  ): Promise<BoardView[]> {
    return this.boards.listShown(session.userId, username);
  }
}
