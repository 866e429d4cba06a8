import { Injectable } from '@nestjs/common';
import { type BoardBody, boardSchema, type BoardView, viewOf } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { AccessService, MemberChanges, Quotas, requireRow } from '../../shared/index.js';
import { ImagesService } from '../images/images.service.js';
import { type BoardRow, BoardsRepository } from './boards.repository.js';

const boardView = (row: BoardRow): BoardView => viewOf(boardSchema, row);

/** Boards: named groups of a member's pictures that are shown, hidden and deleted together. */
@Injectable()
export class BoardsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly images: ImagesService,
    private readonly repository: BoardsRepository,
  ) {}

  async list(userId: string): Promise<BoardView[]> {
    return (await this.repository.listByMember(userId)).map(boardView);
  }

  /** Returns the boards on which a member shows pictures, newest first. @throws ProblemError `not_found` */
  async listShown(askerId: string, username: string): Promise<BoardView[]> {
    const memberId = await this.access.requireVisibleMember(askerId, username);
    return (await this.repository.listShown(memberId)).map(boardView);
  }

  /** @throws ProblemError `quota_reached` */
  async create(userId: string, { name, description = null, tags = [] }: BoardBody): Promise<BoardView> {
    return this.changes.runChange(userId, async (change) => {
      await this.quotas.requireCapacity(change.manager, 'boards', userId);
      const row = await this.repository.insert(change.manager, userId, { name, description, tags });
      const board = boardView(requireRow(row));
      change.retag(null, board);
      return board;
    });
  }

  /** Updates the fields present in the body. @throws ProblemError `forbidden`, `not_found` */
  async update(userId: string, id: string, body: BoardBody): Promise<BoardView> {
    return this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change.manager, userId, id);
      const { name, description = before.description, tags = before.tags } = body;
      const row = await this.repository.update(change.manager, id, { name, description, tags });
      const after = boardView(requireRow(row));
      change.retag(before, after);
      return after;
    });
  }

  /** Hides or shows a board and all its pictures. @throws ProblemError `forbidden`, `not_found` */
  async setVisibility(userId: string, id: string, isPublic: boolean): Promise<BoardView> {
    return this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change.manager, userId, id);
      const after = boardView(requireRow(await this.repository.setVisibility(change.manager, id, isPublic)));
      change.retag(before, after);
      await this.images.setBoardVisibility(change, id, isPublic);
      return after;
    });
  }

  /** Deletes a board with its pictures and their objects. @throws ProblemError `forbidden`, `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      const board = await this.requireOwn(change.manager, userId, id);
      await this.images.deleteBoard(change, id);
      await this.repository.delete(change.manager, id);
      change.retag(board, null);
    });
  }

  private async requireOwn(manager: EntityManager, userId: string, id: string): Promise<BoardView> {
    await this.access.requireOwner(manager, 'board', userId, id);
    return boardView(requireRow(await this.repository.find(manager, id)));
  }
}
