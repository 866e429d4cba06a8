import { Controller } from '@nestjs/common';
import { getShownSnapshot, type InputOf, type ShownSnapshot } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { OptionalSession, type SessionContext } from '../../shared/index.js';
import { ProfileArchivesService } from './profile-archives.service.js';

@Controller()
export class ShownSnapshotsController {
  constructor(private readonly archives: ProfileArchivesService) {}

  @Handles(getShownSnapshot)
  async show(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { username }: InputOf<typeof getShownSnapshot>,
  ): Promise<ShownSnapshot> {
    return this.archives.getShown(session?.userId ?? null, username);
  }
}
