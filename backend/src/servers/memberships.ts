import { Injectable } from '@nestjs/common';
import { Batches } from '@oniverse/platform';
import { ServersRepository } from './servers.repository.js';

/** Which dimensions members are in. */
@Injectable()
export class Memberships {
  private readonly ofEach: Batches<string, readonly string[]>;

  constructor(private readonly repository: ServersRepository) {
    this.ofEach = new Batches(async (userIds) => {
      const servers = await this.ofAll(userIds);
      return userIds.map((userId) => servers.get(userId) ?? []);
    });
  }

  /** The ids of the servers that a member is in. */
  async of(userId: string): Promise<readonly string[]> {
    return this.ofEach.get(userId);
  }

  /** The ids of the servers that each of these is in; who is in none is left out. */
  async ofAll(userIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.repository.serverIdsOf([...new Set(userIds)]);
  }
}
