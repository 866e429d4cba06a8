import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { DeparturesRepository } from './departures.repository.js';

/** A member leaves every dimension at once. */
@Injectable()
export class Departures {
  constructor(
    private readonly repository: DeparturesRepository,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Takes a member out of all dimensions, in the caller's transaction. Those that the member owns pass to the oldest
   * moderator, else to the oldest member, else they go.
   * @returns what tells those who stay, to be run once that is committed
   */
  async leaveAll(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    const held = await this.repository.hold(manager, userId);
    if (held.length === 0) return async () => {};
    await this.repository.passOn(manager, userId, held);
    await this.repository.removeOwned(manager, userId, held);
    const left = await this.repository.leave(manager, userId, held);
    return async () => {
      for (const serverId of left) {
        this.live.publish('presence', ROOMS.server(serverId), { serverId, online: [], offline: [userId] });
      }
    };
  }
}
