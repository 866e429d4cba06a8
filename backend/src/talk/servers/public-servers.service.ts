import { Injectable } from '@nestjs/common';
import type { CreateServerBody, PublicServerChange } from '@oniverse/contracts';
import { insertPublicServer } from '@oniverse/data';
import { notFound } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../shared/index.js';
import { ServerPublisher } from './server-publisher.js';
import { ServersRepository } from './servers.repository.js';
import { changedFields, ServersService } from './servers.service.js';

/** A change that was made: the name before it, and what publishes it after the commit. */
export interface PublicServerChanged {
  name: string;
  publish: () => Promise<void>;
}

/** Creates, changes and archives public servers of any owner, for the staff of the platform. */
@Injectable()
export class PublicServers {
  constructor(
    private readonly access: AccessService,
    private readonly servers: ServersService,
    private readonly repository: ServersRepository,
    private readonly publisher: ServerPublisher,
  ) {}

  /** Creates a server with a default channel, which the platform owns. @returns its id */
  async create(manager: EntityManager, { name, description = null }: CreateServerBody): Promise<string> {
    const id = await insertPublicServer(manager, { name, description });
    if (id === undefined) throw new Error('The platform account is missing.');
    return id;
  }

  /** Updates the given fields. @returns undefined if no value changes @throws ProblemError `not_found` */
  async update(
    manager: EntityManager,
    serverId: string,
    body: PublicServerChange,
  ): Promise<PublicServerChanged | undefined> {
    const current = await this.lock(manager, serverId);
    const fields = changedFields(current, body);
    if (!fields) return undefined;
    await this.repository.update(manager, serverId, fields);
    const server = await this.servers.requireShared(manager, serverId);
    return { name: current.name, publish: async () => this.publisher.publishChanged(server) };
  }

  /**
   * Archives a server, or returns it from the archive. What is written at the same time is stored before, or refused.
   * @returns undefined if it changes nothing
   * @throws ProblemError `not_found`
   */
  async setArchived(
    manager: EntityManager,
    serverId: string,
    isArchived: boolean,
  ): Promise<PublicServerChanged | undefined> {
    const { name, archivedAt } = await this.lock(manager, serverId);
    if ((archivedAt !== null) === isArchived) return undefined;
    const channelIds = await this.access.lockChannels(manager, serverId);
    await this.repository.update(manager, serverId, { archivedAt: isArchived ? new Date() : null });
    const server = await this.servers.requireShared(manager, serverId);
    return { name, publish: async () => this.publisher.publishArchive(server, channelIds) };
  }

  private async lock(manager: EntityManager, serverId: string) {
    const row = await this.repository.lockPublic(manager, serverId);
    if (!row) throw notFound();
    return row;
  }
}
