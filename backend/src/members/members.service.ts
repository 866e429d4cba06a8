import { Injectable } from '@nestjs/common';
import { MESSAGES, ROOMS, type ServerView } from '@oniverse/contracts';
import { LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { ServersService } from '../servers/servers.service.js';
import { MembersRepository } from './members.repository.js';

/** Who is in a dimension. */
@Injectable()
export class MembersService {
  constructor(
    private readonly servers: ServersService,
    private readonly repository: MembersRepository,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Makes the caller a member; again and again changes nothing. A private server is entered by an invite, so
   * here it is only found by those who are in it.
   * @throws ProblemError `not_found`
   */
  async join(userId: string, serverId: string): Promise<ServerView> {
    const server = await this.repository.transaction(async (manager) => {
      await this.requireVisible(manager, userId, serverId);
      await this.repository.addMember(manager, serverId, userId);
      return this.requireVisible(manager, userId, serverId);
    });
    this.live.enter(ROOMS.user(userId), ROOMS.server(serverId));
    return server;
  }

  /**
   * Takes the caller out; one who is not in it is fine.
   * @throws ProblemError `not_found`, `owner_cannot_leave`
   */
  async leave(userId: string, serverId: string): Promise<void> {
    await this.repository.transaction(async (manager) => {
      const server = await this.requireVisible(manager, userId, serverId);
      if (server.membership?.role === 'owner') {
        throw new ProblemError('owner_cannot_leave', MESSAGES.ownerCannotLeave);
      }
      await this.repository.removeMember(manager, serverId, userId);
    });
    this.live.leave(ROOMS.user(userId), ROOMS.server(serverId));
  }

  private async requireVisible(
    manager: EntityManager,
    userId: string,
    serverId: string,
  ): Promise<ServerView> {
    const server = await this.servers.find(manager, userId, serverId);
    if (!server) throw notFound();
    return server;
  }
}
