import { Controller } from '@nestjs/common';
import {
  type BoardView,
  createBoard,
  deleteBoard,
  type InputOf,
  listBoards,
  type OkAnswer,
  setBoardVisibility,
  updateBoard,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BoardsService } from './boards.service.js';

@Controller()
export class BoardsController {
  constructor(private readonly boards: BoardsService) {}

  @Handles(listBoards)
  async list(@CurrentSession() session: SessionContext): Promise<BoardView[]> {
    return this.boards.list(session.userId);
  }

  @Handles(createBoard)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof createBoard>,
  ): Promise<BoardView> {
    return this.boards.create(session.userId, body);
  }

  @Handles(updateBoard)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof updateBoard>,
  ): Promise<BoardView> {
    return this.boards.update(session.userId, id, body);
  }

  @Handles(setBoardVisibility)
  async show(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof setBoardVisibility>,
  ): Promise<BoardView> {
    return this.boards.setVisibility(session.userId, id, body.isPublic);
  }

  @Handles(deleteBoard)
  async delete(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteBoard>,
  ): Promise<OkAnswer> {
    await this.boards.delete(session.userId, id);
    return { ok: true };
  }
}
