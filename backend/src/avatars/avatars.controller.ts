import { Body, Controller, Put } from '@nestjs/common';
import { type CurrentUser, currentUserSchema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ProfileImageDto } from './avatars.dto.js';
import { AvatarsService } from './avatars.service.js';

@Controller('user')
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  @Put('profile-image')
  @Call({
    summary: 'Sets the avatar to an uploaded picture',
    description: 'The worker crops the picture later; the response still has the previous avatar.',
    status: 202,
    answer: currentUserSchema,
    problems: ['invalid_address', 'not_found', 'already_used'],
  })
  async requestAvatar(
    @CurrentSession() session: SessionContext,
    @Body() body: ProfileImageDto,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<CurrentUser> {
    return this.avatars.requestAvatar(session.userId, body.profileImageURL, ownOrigins);
  }
}
