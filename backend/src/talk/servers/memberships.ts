import { Injectable } from '@nestjs/common';
import { type ChannelLocation, ServersRepository } from './servers.repository.js';

@Injectable()
export class Memberships {
  constructor(private readonly repository: ServersRepository) {}

  /** Returns the server ids by member, without members who are in no server. */
  async serverIdsByMember(userIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.repository.serverIdsByMember([...new Set(userIds)]);
  }

  /** Returns the servers of the given channels, without channels that do not exist. */
  async channelLocations(channelIds: readonly string[]): Promise<Map<string, ChannelLocation>> {
    return channelIds.length === 0 ? new Map() : this.repository.channelLocations([...new Set(channelIds)]);
  }
}
