import { Injectable } from '@nestjs/common';
import { type ChannelPlace, ServersRepository } from './servers.repository.js';

/** Which dimensions members are in. */
@Injectable()
export class Memberships {
  constructor(private readonly repository: ServersRepository) {}

  /** The ids of the servers that each of these is in; who is in none is left out. */
  async ofAll(userIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.repository.serverIdsOf([...new Set(userIds)]);
  }

  /** In which dimensions these channels are; those that are gone are left out. */
  async placesOf(channelIds: readonly string[]): Promise<Map<string, ChannelPlace>> {
    return channelIds.length === 0 ? new Map() : this.repository.placesOf([...new Set(channelIds)]);
  }
}
