import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { ServersRepository } from './servers.repository.js';

/** Which dimensions members are in. */
@Injectable()
export class Memberships {
  private readonly loader: DataLoader<string, readonly string[]>;

  constructor(private readonly repository: ServersRepository) {
    this.loader = new DataLoader(
      async (userIds) => {
        const servers = await this.ofAll(userIds);
        return userIds.map((userId) => servers.get(userId) ?? []);
      },
      // Many come back at once after an outage: one question for all of them, and the truth each time.
      { cache: false, batchScheduleFn: setImmediate },
    );
  }

  /** The ids of the servers that a member is in; asked together with those of others. */
  async of(userId: string): Promise<readonly string[]> {
    return this.loader.load(userId);
  }

  /** The ids of the servers that each of these is in; who is in none is left out. */
  async ofAll(userIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.repository.serverIdsOf([...new Set(userIds)]);
  }
}
