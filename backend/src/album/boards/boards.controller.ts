import { Controller } from '@nestjs/common';
import {
  createBoard,
  deleteBoard,
  listBoards,
  listMemberBoards,
  setBoardVisibility,
  updateBoard,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { BoardsService } from './boards.service.js';

@Controller()
export class BoardsController {
  constructor(private readonly boards: BoardsService) {}

  @Handles(listBoards)
  async list({ session }: Received<typeof listBoards>) {
    return this.boards.list(session.userId);
  }

  @Handles(createBoard)
  async create({ session, body }: Received<typeof createBoard>) {
    return this.boards.create(session.userId, body);
  }

  @Handles(updateBoard)
  async update({ session, id, body }: Received<typeof updateBoard>) {
    return this.boards.update(session.userId, id, body);
  }

  @Handles(setBoardVisibility)
  async show({ session, id, body }: Received<typeof setBoardVisibility>) {
    return this.boards.setVisibility(session.userId, id, body.isPublic);
  }

  @Handles(deleteBoard)
  async delete({ session, id }: Received<typeof deleteBoard>) {
    await this.boards.delete(session.userId, id);
  }
}

@Controller()
export class MemberBoardsController {
  constructor(private readonly boards: BoardsService) {}

  @Handles(listMemberBoards)
  async list({ session, username }: Received<typeof listMemberBoards>) {
    return this.boards.listShown(session.userId, username);
  }
}
