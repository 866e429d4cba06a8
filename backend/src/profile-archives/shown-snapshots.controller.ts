import { Controller, Get } from '@nestjs/common';
import { type ShownSnapshot, shownSnapshotSchema } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { OptionalSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ProfileArchivesService } from './profile-archives.service.js';

@Controller('users')
export class ShownSnapshotsController {
  constructor(private readonly archives: ProfileArchivesService) {}

  @Get(':username/then')
  @Call({
    summary: 'Returns the snapshot of a profile that its member shows publicly',
    description: 'A private profile is visible only to its member.',
    access: 'visitors',
    answer: shownSnapshotSchema,
    problems: ['not_found'],
  })
  async show(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('username', 'The Oni ID; case is ignored.', 'vesper') username: string,
  ): Promise<ShownSnapshot> {
    return this.archives.getShown(session?.userId ?? null, username);
  }
}
