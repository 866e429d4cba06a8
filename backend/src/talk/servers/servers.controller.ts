import { Controller } from '@nestjs/common';
import {
  createServer,
  deleteServer,
  getServer,
  type InputOf,
  listPublicServers,
  listServers,
  type OkAnswer,
  type ServerView,
  transferOwnership,
  updateServer,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ServersService } from './servers.service.js';

@Controller()
export class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Handles(listServers)
  async list(@CurrentSession() session: SessionContext): Promise<ServerView[]> {
    return this.servers.list(session.userId);
  }

  @Handles(listPublicServers)
  async listPublic(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listPublicServers>,
  ): Promise<Page<ServerView>> {
    return this.servers.listPublic(session.userId, query);
  }

  @Handles(getServer)
  async get(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof getServer>,
  ): Promise<ServerView> {
    return this.servers.require(session.userId, id);
  }

  @Handles(createServer)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof createServer>,
  ): Promise<ServerView> {
    return this.servers.create(session.userId, body);
  }

  @Handles(updateServer)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof updateServer>,
  ): Promise<ServerView> {
    return this.servers.update(session.userId, id, body);
  }

  @Handles(deleteServer)
  async delete(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteServer>,
  ): Promise<OkAnswer> {
    await this.servers.delete(session.userId, id);
    return { ok: true };
  }

  @Handles(transferOwnership)
  async transferOwnership(
    @CurrentSession() session: SessionContext,
    @Input() { id, body: { userId } }: InputOf<typeof transferOwnership>,
  ): Promise<ServerView> {
    return this.servers.transferOwnership(session.userId, id, userId);
  }
}
