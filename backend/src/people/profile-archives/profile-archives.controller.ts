import { Controller } from '@nestjs/common';
import {
  createProfileArchive,
  deleteProfileArchive,
  type InputOf,
  listProfileArchives,
  type OkAnswer,
  type ProfileArchiveView,
  updateProfileArchive,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ProfileArchivesService } from './profile-archives.service.js';

@Controller()
export class ProfileArchivesController {
  constructor(private readonly archives: ProfileArchivesService) {}

  @Handles(listProfileArchives)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listProfileArchives>,
  ): Promise<Page<ProfileArchiveView>> {
    return this.archives.list(session.userId, query);
  }

  @Handles(createProfileArchive)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof createProfileArchive>,
  ): Promise<ProfileArchiveView> {
    return this.archives.create(session.userId, body);
  }

  @Handles(updateProfileArchive)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof updateProfileArchive>,
  ): Promise<ProfileArchiveView> {
    return this.archives.update(session.userId, id, body);
  }

  @Handles(deleteProfileArchive)
  async delete(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteProfileArchive>,
  ): Promise<OkAnswer> {
    await this.archives.delete(session.userId, id);
    return { ok: true };
  }
}
