import { Controller, Get } from '@nestjs/common';
import { boardSchema, type BoardView, schema } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { BoardsService } from './boards.service.js';

@Controller('users/:username/boards')
export class MemberBoardsController {
  constructor(private readonly boards: BoardsService) {}

  @Get()
  @Call({
    summary: 'Lists the boards on which a member shows pictures',
    description: 'Newest first. A private member exists only for themselves; others get 404.',
    answer: schema.list(boardSchema),
    problems: ['not_found'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
  ): Promise<BoardView[]> {
    return this.boards.listShown(session.userId, username);
  }
}
