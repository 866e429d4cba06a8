import { Body, Controller, Get, Patch } from '@nestjs/common';
import {
  type CurrentUser,
  currentUserSchema,
  type PublicProfile,
  publicProfileSchema,
} from '@oniverse/contracts';
import { Address, Call, PathText } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ProfileDto } from './profiles.dto.js';
import { ProfilesService } from './profiles.service.js';

@Controller('users')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Patch('profile')
  @Call({
    summary: "Updates the caller's profile",
    description:
      'Omitted fields keep their values. An Oni ID claimed on the waitlist requires the email address and access key of its claim; a claim without an access key cannot be used.',
    answer: currentUserSchema,
    problems: ['username_taken', 'username_reserved'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @Body() body: ProfileDto,
    @Address() address: string,
  ): Promise<CurrentUser> {
    return this.profiles.update(session.userId, body, address);
  }

  @Get(':username')
  @Call({
    summary: "Returns a member's profile",
    description: 'A private profile is visible only to its member.',
    access: 'visitors',
    answer: publicProfileSchema,
    problems: ['not_found'],
  })
  async show(
    @OptionalSession() session: SessionContext | undefined,
    @PathText('username', 'The Oni ID; case is ignored.', 'vesper') username: string,
  ): Promise<PublicProfile> {
    return this.profiles.getPublicProfile(session?.userId ?? null, username);
  }
}
