import { Controller } from '@nestjs/common';
import {
  createProfileArchive,
  deleteProfileArchive,
  getShownSnapshot,
  listProfileArchives,
  updateProfileArchive,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ProfileArchivesService } from './profile-archives.service.js';

@Controller()
export class ProfileArchivesController {
  constructor(private readonly archives: ProfileArchivesService) {}

  @Handles(listProfileArchives)
  async list({ session, query }: Received<typeof listProfileArchives>) {
    return this.archives.list(session.userId, query);
  }

  @Handles(createProfileArchive)
  async create({ session, body }: Received<typeof createProfileArchive>) {
    return this.archives.create(session.userId, body);
  }

  @Handles(updateProfileArchive)
  async update({ session, id, body }: Received<typeof updateProfileArchive>) {
    return this.archives.update(session.userId, id, body);
  }

  @Handles(deleteProfileArchive)
  async delete({ session, id }: Received<typeof deleteProfileArchive>) {
    await this.archives.delete(session.userId, id);
  }
}

@Controller()
export class ShownSnapshotsController {
  constructor(private readonly archives: ProfileArchivesService) {}

  @Handles(getShownSnapshot)
  async show({ session, username }: Received<typeof getShownSnapshot>) {
    return this.archives.getShown(session?.userId ?? null, username);
  }
}
