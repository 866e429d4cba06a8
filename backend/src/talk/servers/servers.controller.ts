import { Controller } from '@nestjs/common';
import {
  createServer,
  deleteServer,
  getServer,
  listPublicServers,
  listServers,
  transferOwnership,
  updateServer,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ServersService } from './servers.service.js';

@Controller()
export class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Handles(listServers)
  async list({ session }: Received<typeof listServers>) {
    return this.servers.list(session.userId);
  }

  @Handles(listPublicServers)
  async listPublic({ session, query }: Received<typeof listPublicServers>) {
    return this.servers.listPublic(session.userId, query);
  }

  @Handles(getServer)
  async get({ session, id }: Received<typeof getServer>) {
    return this.servers.require(session.userId, id);
  }

  @Handles(createServer)
  async create({ session, body }: Received<typeof createServer>) {
    return this.servers.create(session.userId, body);
  }

  @Handles(updateServer)
  async update({ session, id, body }: Received<typeof updateServer>) {
    return this.servers.update(session.userId, id, body);
  }

  @Handles(deleteServer)
  async delete({ session, id }: Received<typeof deleteServer>) {
    await this.servers.delete(session.userId, id);
  }

  @Handles(transferOwnership)
  async transferOwnership({ session, id, body: { userId } }: Received<typeof transferOwnership>) {
    return this.servers.transferOwnership(session.userId, id, userId);
  }
}
