import { Body, Controller, Get, Patch } from '@nestjs/common';
import {
  type CurrentUser,
  currentUserSchema,
  type PublicProfile,
  publicProfileSchema,
} from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { CurrentSession, SessionIfAny } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ProfileDto } from './profiles.dto.js';
import { ProfilesService } from './profiles.service.js';

@Controller('users')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Patch('profile')
  @Call({
    summary: "Changes one's profile",
    description: 'What is absent stays.',
    answer: currentUserSchema,
    problems: ['username_taken', 'username_reserved'],
  })
  async update(@CurrentSession() session: SessionContext, @Body() body: ProfileDto): Promise<CurrentUser> {
    return this.profiles.update(session.userId, body);
  }

  @Get(':username')
  @Call({
    summary: "A member's page",
    description: "That of a private member is the member's own.",
    access: 'visitors',
    answer: publicProfileSchema,
    problems: ['not_found'],
  })
  async show(
    @SessionIfAny() session: SessionContext | undefined,
    @PathText('username', 'The Oni ID, in any case.', 'vesper') username: string,
  ): Promise<PublicProfile> {
    return this.profiles.show(session?.userId ?? null, username);
  }
}
