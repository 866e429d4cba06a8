import { Injectable } from '@nestjs/common';
import { MESSAGES, ROOMS, type ServerView } from '@oniverse/contracts';
import { LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { type ServerRow, ServersRepository } from './servers.repository.js';
import { serverView } from './servers.view.js';

/** Dimensions, and who is in them. */
@Injectable()
export class ServersService {
  constructor(
    private readonly repository: ServersRepository,
    private readonly live: LivePublisher,
  ) {}

  /** All public servers and the member's own private ones. */
  async list(userId: string): Promise<ServerView[]> {
    return (await this.repository.visibleTo(userId)).map(serverView);
  }

  /**
   * Makes the caller a member; again and again changes nothing. A private server is entered by an invite, so
   * here it is only found by those who are in it.
   * @throws ProblemError `not_found`
   */
  async join(userId: string, serverId: string): Promise<ServerView> {
    const server = await this.repository.transaction(async (manager) => {
      await this.requireVisible(manager, userId, serverId);
      await this.repository.addMember(manager, serverId, userId);
      return serverView(await this.requireVisible(manager, userId, serverId));
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
      if (server.role === 'owner') throw new ProblemError('owner_cannot_leave', MESSAGES.ownerCannotLeave);
      await this.repository.removeMember(manager, serverId, userId);
    });
    this.live.leave(ROOMS.user(userId), ROOMS.server(serverId));
  }

  private async requireVisible(manager: EntityManager, userId: string, serverId: string): Promise<ServerRow> {
    const server = await this.repository.findVisible(manager, userId, serverId);
    if (!server) throw notFound();
    return server;
  }
}
