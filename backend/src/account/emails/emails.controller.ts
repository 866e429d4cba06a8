import { Controller } from '@nestjs/common';
import {
  changeEmail,
  claimEmail,
  sendEmailVerification,
  undoEmailChange,
  verifyEmail,
} from '@oniverse/contracts';
import { FreshSession, Handles, type Received } from '../../shared/index.js';
import { EmailsService } from './emails.service.js';

@Controller()
export class EmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Handles(sendEmailVerification)
  async sendVerification({ session }: Received<typeof sendEmailVerification>) {
    await this.emails.sendVerification(session);
  }

  @Handles(verifyEmail)
  async verify({ session, body: { token }, origin }: Received<typeof verifyEmail>) {
    await this.emails.verify(session, token, origin);
  }

  @Handles(claimEmail)
  async claim({ body: { email }, origin: { address } }: Received<typeof claimEmail>) {
    await this.emails.requestClaim(email.toLowerCase(), address);
  }

  @FreshSession()
  @Handles(changeEmail)
  async change({ session, body: { email }, origin }: Received<typeof changeEmail>) {
    await this.emails.change(session, email.toLowerCase(), origin);
  }

  @Handles(undoEmailChange)
  async undo({ body: { token }, origin }: Received<typeof undoEmailChange>) {
    await this.emails.undo(token, origin);
  }
}
