import { Injectable } from '@nestjs/common';
import type { BoardBody, BoardView } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { MemberChanges } from '../changes/member-changes.js';
import { ImagesService } from '../images/images.service.js';
import { found } from '../queries/found.js';
import { BoardsRepository } from './boards.repository.js';
import { boardView } from './boards.view.js';

/** Boards: named groups of a member's pictures, which are shown, hidden and taken away with them. */
@Injectable()
export class BoardsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly images: ImagesService,
    private readonly repository: BoardsRepository,
  ) {}

  /** All of the member's, hidden ones too. */
  async list(userId: string): Promise<BoardView[]> {
    return (await this.repository.ofMember(userId)).map(boardView);
  }

  async create(userId: string, { name, description = null, tags = [] }: BoardBody): Promise<BoardView> {
    return this.changes.run(userId, async (change) => {
      const row = await this.repository.insert(change.manager, userId, { name, description, tags });
      const board = boardView(found(row));
      change.retag(null, board);
      return board;
    });
  }

  /** What the body leaves out stays. @throws ProblemError `forbidden`, `not_found` */
  async update(userId: string, id: string, body: BoardBody): Promise<BoardView> {
    return this.changes.run(userId, async (change) => {
      const before = await this.requireOwn(change.manager, userId, id);
      const { name, description = before.description, tags = before.tags } = body;
      const row = await this.repository.update(change.manager, id, { name, description, tags });
      const after = boardView(found(row));
      change.retag(before, after);
      return after;
    });
  }

  /** Hides or shows a board and all its pictures. @throws ProblemError `forbidden`, `not_found` */
  async show(userId: string, id: string, isPublic: boolean): Promise<BoardView> {
    return this.changes.run(userId, async (change) => {
      const before = await this.requireOwn(change.manager, userId, id);
      const after = boardView(found(await this.repository.show(change.manager, id, isPublic)));
      change.retag(before, after);
      await this.images.showBoard(change, id, isPublic);
      return after;
    });
  }

  /** Takes a board away, with its pictures and their objects. @throws ProblemError `forbidden`, `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.run(userId, async (change) => {
      const board = await this.requireOwn(change.manager, userId, id);
      await this.images.deleteBoard(change, id);
      await this.repository.delete(change.manager, id);
      change.retag(board, null);
    });
  }

  private async requireOwn(manager: EntityManager, userId: string, id: string): Promise<BoardView> {
    await this.access.requireOwn(manager, 'board', userId, id);
    return boardView(found(await this.repository.find(manager, id)));
  }
}
