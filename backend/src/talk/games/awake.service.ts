import { Injectable } from '@nestjs/common';
import type { AwakeView } from '@oniverse/contracts';
import { PresenceService } from '../presence/presence.service.js';
import { AwakeRepository } from './awake.repository.js';

/** Who is online and open to a game. */
@Injectable()
export class AwakeService {
  constructor(
    private readonly presence: PresenceService,
    private readonly repository: AwakeRepository,
  ) {}

  /** Returns the members that the reader may ask for a game; none while Redis is down. */
  async list(userId: string): Promise<AwakeView> {
    return this.repository.find(userId, await this.presence.listAllOnline());
  }

  /** Stores whether a member is open to a game. */
  async setOpen(userId: string, isOpen: boolean): Promise<AwakeView> {
    await this.repository.setOpen(userId, isOpen);
    return this.list(userId);
  }
}
