import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { type OkAnswer, okSchema, schema, serverSchema, type ServerView } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreateServerDto, HandOverDto, UpdateServerDto } from './servers.dto.js';
import { ServersService } from './servers.service.js';

@Controller('servers')
export class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Get()
  @Call({ summary: "Public dimensions, and one's own private ones", answer: schema.list(serverSchema) })
  async list(@CurrentSession() session: SessionContext): Promise<ServerView[]> {
    return this.servers.list(session.userId);
  }

  @Post()
  @Call({
    summary: 'Makes a private dimension',
    description: 'With a default channel; the caller is its owner.',
    status: 201,
    answer: serverSchema,
  })
  async create(
    @CurrentSession() session: SessionContext,
    @Body() body: CreateServerDto,
  ): Promise<ServerView> {
    return this.servers.create(session.userId, body);
  }

  @Patch(':id')
  @Call({
    summary: 'Renames or describes a dimension',
    description: 'Its owner alone. What is absent stays.',
    answer: serverSchema,
    problems: ['not_found', 'forbidden'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Body() body: UpdateServerDto,
  ): Promise<ServerView> {
    return this.servers.update(session.userId, id, body);
  }

  @Delete(':id')
  @Call({
    summary: 'Takes a dimension away',
    description: 'Its owner alone. Its channels and all that was said in them go too.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async delete(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
  ): Promise<OkAnswer> {
    await this.servers.delete(session.userId, id);
    return { ok: true };
  }

  @Post(':id/owner')
  @Call({
    summary: 'Hands a dimension to one of its members',
    description: 'Its owner alone, who is a moderator from then on.',
    answer: serverSchema,
    problems: ['not_found', 'forbidden'],
  })
  async handOver(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Body() { userId }: HandOverDto,
  ): Promise<ServerView> {
    return this.servers.handOver(session.userId, id, userId);
  }
}
