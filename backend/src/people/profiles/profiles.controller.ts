import { Controller } from '@nestjs/common';
import {
  type CurrentUser,
  getProfile,
  type InputOf,
  type PublicProfile,
  updateProfile,
} from '@oniverse/contracts';
import { Address, Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession, type SessionContext } from '../../shared/index.js';
import { ProfilesService } from './profiles.service.js';

@Controller()
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Handles(updateProfile)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof updateProfile>,
    @Address() address: string,
  ): Promise<CurrentUser> {
    return this.profiles.update(session.userId, body, address);
  }

  @Handles(getProfile)
  async show(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { username }: InputOf<typeof getProfile>,
  ): Promise<PublicProfile> {
    return this.profiles.getPublicProfile(session?.userId ?? null, username);
  }
}
