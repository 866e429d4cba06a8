import { Controller } from '@nestjs/common';
import {
  confirmIdentity,
  type InputOf,
  lockChanges,
  type OkAnswer,
  type PasskeyOptions,
  type Reauthenticated,
  startConfirmation,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ReauthenticationService } from './reauthentication.service.js';

@Controller()
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  @Handles(confirmIdentity)
  async confirm(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof confirmIdentity>,
    @ClientOrigin() origin: Origin,
  ): Promise<Reauthenticated> {
    return this.reauthentication.confirm(session, body, origin);
  }

  @Handles(startConfirmation)
  async startPasskey(@CurrentSession() session: SessionContext): Promise<PasskeyOptions> {
    return this.reauthentication.startPasskey(session);
  }

  @Handles(lockChanges)
  async lock(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.reauthentication.lock(session);
    return { ok: true };
  }
}
