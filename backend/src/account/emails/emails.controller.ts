import { Controller } from '@nestjs/common';
import {
  changeEmail,
  claimEmail,
  type InputOf,
  type OkAnswer,
  sendEmailVerification,
  undoEmailChange,
  verifyEmail,
} from '@oniverse/contracts';
import { Address, Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession, type SessionContext } from '../../shared/index.js';
import { EmailsService } from './emails.service.js';

const OK: OkAnswer = { ok: true };

@Controller()
export class EmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Handles(sendEmailVerification)
  async sendVerification(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.emails.sendVerification(session);
    return OK;
  }

  @Handles(verifyEmail)
  async verify(
    @CurrentSession() session: SessionContext,
    @Input() { body: { token } }: InputOf<typeof verifyEmail>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.emails.verify(session, token, origin);
    return OK;
  }

  @Handles(claimEmail)
  async claim(
    @Input() { body: { email } }: InputOf<typeof claimEmail>,
    @Address() address: string,
  ): Promise<OkAnswer> {
    await this.emails.requestClaim(email.toLowerCase(), address);
    return OK;
  }

  @Handles(changeEmail)
  async change(
    @FreshSession() session: SessionContext,
    @Input() { body: { email } }: InputOf<typeof changeEmail>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.emails.change(session, email.toLowerCase(), origin);
    return OK;
  }

  @Handles(undoEmailChange)
  async undo(
    @Input() { body: { token } }: InputOf<typeof undoEmailChange>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.emails.undo(token, origin);
    return OK;
  }
}
