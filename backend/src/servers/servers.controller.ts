import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { LIMITS, type OkAnswer, okSchema, schema, serverSchema, type ServerView } from '@oniverse/contracts';
import { Call, type Page, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import {
  CreateServerDto,
  TransferOwnershipDto,
  PublicServersQueryDto,
  UpdateServerDto,
} from './servers.dto.js';
import { ServersService } from './servers.service.js';

@Controller('servers')
export class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Get()
  @Call({
    summary: 'Lists the member’s dimensions and the largest public ones, newest first',
    description: `Includes up to ${LIMITS.largestServers} public dimensions with the most members. \`GET /api/servers/public\` lists all public dimensions.`,
    answer: schema.list(serverSchema),
  })
  async list(@CurrentSession() session: SessionContext): Promise<ServerView[]> {
    return this.servers.list(session.userId);
  }

  @Get('public')
  @Call({
    summary: 'Lists all public dimensions, largest first',
    description: 'Sorted by number of members. `q` searches names and descriptions.',
    answer: schema.list(serverSchema),
    paged: true,
  })
  async listPublic(
    @CurrentSession() session: SessionContext,
    @Query() page: PublicServersQueryDto,
  ): Promise<Page<ServerView>> {
    return this.servers.listPublic(session.userId, page);
  }

  @Get(':id')
  @Call({ summary: 'Returns a dimension', answer: serverSchema, problems: ['not_found'] })
  async get(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
  ): Promise<ServerView> {
    return this.servers.require(session.userId, id);
  }

  @Post()
  @Call({
    summary: 'Creates a private dimension',
    description: 'Includes a default channel. The caller becomes its owner.',
    status: 201,
    answer: serverSchema,
    problems: ['quota_reached'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @Body() body: CreateServerDto,
  ): Promise<ServerView> {
    return this.servers.create(session.userId, body);
  }

  @Patch(':id')
  @Call({
    summary: 'Updates a dimension',
    description: 'For the owner. Absent fields do not change.',
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
    summary: 'Deletes a dimension',
    description: 'For the owner. Also deletes its channels and messages.',
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
    summary: 'Transfers the ownership of a dimension to another member',
    description: 'For the owner, who becomes a moderator.',
    answer: serverSchema,
    problems: ['not_found', 'forbidden', 'quota_reached'],
  })
  async transferOwnership(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Body() { userId }: TransferOwnershipDto,
  ): Promise<ServerView> {
    return this.servers.transferOwnership(session.userId, id, userId);
  }
}
