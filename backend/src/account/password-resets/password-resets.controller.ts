import { Controller } from '@nestjs/common';
import {
  confirmSignIn,
  disownSignIn,
  type InputOf,
  type OkAnswer,
  type PasswordReset,
  requestPasswordReset,
  resetPassword,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { PasswordResetsService } from './password-resets.service.js';

@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Handles(requestPasswordReset)
  async request(
    @Input() { body: { email } }: InputOf<typeof requestPasswordReset>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.resets.request(email, origin);
    return { ok: true };
  }

  @Handles(resetPassword)
  async reset(
    @Input() { body }: InputOf<typeof resetPassword>,
    @ClientOrigin() origin: Origin,
  ): Promise<PasswordReset> {
    return this.resets.reset(body, origin);
  }

  @Handles(disownSignIn)
  async disown(
    @Input() { body: { token } }: InputOf<typeof disownSignIn>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.resets.disownSignIn(token, origin);
    return { ok: true };
  }

  @Handles(confirmSignIn)
  async confirm(
    @Input() { body: { token } }: InputOf<typeof confirmSignIn>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.resets.confirmSignIn(token, origin);
    return { ok: true };
  }
}
