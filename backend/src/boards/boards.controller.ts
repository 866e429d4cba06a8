import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { boardSchema, type BoardView, type OkAnswer, okSchema, schema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { BoardDto, BoardVisibilityDto } from './boards.dto.js';
import { BoardsService } from './boards.service.js';

@Controller('boards')
export class BoardsController {
  constructor(private readonly boards: BoardsService) {}

  @Get()
  @Call({
    summary: "Lists the caller's boards",
    description: 'Includes hidden boards; newest first.',
    answer: schema.list(boardSchema),
  })
  async list(@CurrentSession() session: SessionContext): Promise<BoardView[]> {
    return this.boards.list(session.userId);
  }

  @Post()
  @Call({ summary: 'Creates a board', status: 201, answer: boardSchema, problems: ['quota_reached'] })
  async create(@CurrentSession() session: SessionContext, @Body() body: BoardDto): Promise<BoardView> {
    return this.boards.create(session.userId, body);
  }

  @Put(':id')
  @Call({
    summary: 'Renames a board',
    description: 'Omitted fields keep their values; an empty description clears it.',
    answer: boardSchema,
    problems: ['forbidden', 'not_found'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @PathId('The board.') id: string,
    @Body() body: BoardDto,
  ): Promise<BoardView> {
    return this.boards.update(session.userId, id, body);
  }

  @Put(':id/visibility')
  @Call({
    summary: 'Hides or shows a board and all its pictures',
    answer: boardSchema,
    problems: ['forbidden', 'not_found'],
  })
  async show(
    @CurrentSession() session: SessionContext,
    @PathId('The board.') id: string,
    @Body() body: BoardVisibilityDto,
  ): Promise<BoardView> {
    return this.boards.setVisibility(session.userId, id, body.isPublic);
  }

  @Delete(':id')
  @Call({
    summary: 'Deletes a board and its pictures',
    answer: okSchema,
    problems: ['forbidden', 'not_found'],
  })
  async delete(
    @CurrentSession() session: SessionContext,
    @PathId('The board.') id: string,
  ): Promise<OkAnswer> {
    await this.boards.delete(session.userId, id);
    return { ok: true };
  }
}
