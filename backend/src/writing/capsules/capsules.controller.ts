import { Controller } from '@nestjs/common';
import { createCapsule, deleteCapsule, listCapsules, updateCapsule } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { CapsulesService } from './capsules.service.js';

@Controller()
export class CapsulesController {
  constructor(private readonly capsules: CapsulesService) {}

  @Handles(listCapsules)
  async list({ session }: Received<typeof listCapsules>) {
    return this.capsules.list(session.userId);
  }

  @Handles(createCapsule)
  async create({ session, body }: Received<typeof createCapsule>) {
    return this.capsules.create(session.userId, body);
  }

  @Handles(updateCapsule)
  async update({ session, id, body }: Received<typeof updateCapsule>) {
    return this.capsules.update(session.userId, id, body);
  }

  @Handles(deleteCapsule)
  async delete({ session, id }: Received<typeof deleteCapsule>) {
    await this.capsules.delete(session.userId, id);
  }
}
