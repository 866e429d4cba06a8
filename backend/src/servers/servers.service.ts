import { Injectable } from '@nestjs/common';
import type { ServerView } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { ServersRepository } from './servers.repository.js';
import { serverView } from './servers.view.js';

/** Dimensions. */
@Injectable()
export class ServersService {
  constructor(private readonly repository: ServersRepository) {}

  /** All public servers and the member's own private ones. */
  async list(userId: string): Promise<ServerView[]> {
    return (await this.repository.visibleTo(userId)).map(serverView);
  }

  /** The server as the member sees it; undefined where the member may not see it. */
  async find(manager: EntityManager, userId: string, serverId: string): Promise<ServerView | undefined> {
    const row = await this.repository.findVisible(manager, userId, serverId);
    return row && serverView(row);
  }
}
