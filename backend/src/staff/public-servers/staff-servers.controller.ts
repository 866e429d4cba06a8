import { Controller } from '@nestjs/common';
import { archiveServer, createPublicServer, restoreServer, updatePublicServer } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StaffServersService } from './staff-servers.service.js';

@Controller()
export class StaffServersController {
  constructor(private readonly servers: StaffServersService) {}

  @Handles(createPublicServer)
  async create({ session, body }: Received<typeof createPublicServer>) {
    return this.servers.create(session, body);
  }

  @Handles(updatePublicServer)
  async update({ session, id, body }: Received<typeof updatePublicServer>) {
    return this.servers.update(session, id, body);
  }

  @Handles(archiveServer)
  async archive({ session, id }: Received<typeof archiveServer>) {
    return this.servers.setArchived(session, id, true);
  }

  @Handles(restoreServer)
  async restore({ session, id }: Received<typeof restoreServer>) {
    return this.servers.setArchived(session, id, false);
  }
}
