import { Body, Controller, Post, Put } from '@nestjs/common';
import { emailBody, linkTokenBody, type OkAnswer, okSchema } from '@oniverse/contracts';
import { Address, Call, dtoOf } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { EmailsService } from './emails.service.js';

class EmailDto extends dtoOf(emailBody) {}
class EmailTokenDto extends dtoOf(linkTokenBody) {}

const OK: OkAnswer = { ok: true };

@Controller('auth')
export class EmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Post('email/verification')
  @Call({
    summary: 'Mails the link that verifies the address again',
    status: 202,
    answer: okSchema,
    problems: ['mail_unavailable'],
  })
  async sendVerification(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.emails.sendVerification(session);
    return OK;
  }

  @Post('email/verify')
  @Call({
    summary: 'Verifies the address by the link that was mailed to it',
    description: 'Only in a session of the account that asked for the link.',
    answer: okSchema,
    problems: ['link_expired', 'forbidden', 'email_taken'],
  })
  async verify(
    @CurrentSession() session: SessionContext,
    @Body() { token }: EmailTokenDto,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.emails.verify(session, token, origin);
    return OK;
  }

  @Post('email-claims')
  @Call({
    summary: 'Mails a link to the owner of an address that is taken',
    description:
      'If an account has the address without having verified it, the link starts a registration that takes it. If it is verified, the mail says how to sign in. The answer is the same for every address.',
    access: 'public',
    status: 202,
    answer: okSchema,
    problems: ['mail_unavailable'],
  })
  async claim(@Body() { email }: EmailDto, @Address() address: string): Promise<OkAnswer> {
    await this.emails.requestClaim(email.toLowerCase(), address);
    return OK;
  }

  @Put('email')
  @Call({
    summary: 'Changes the address',
    description:
      'The new address counts at once and is unverified until its link is opened. The previous address is informed and can undo the change for 7 days. Reset links go to the address that was verified last.',
    answer: okSchema,
    problems: ['reauthentication_required', 'email_taken'],
  })
  async change(
    @FreshSession() session: SessionContext,
    @Body() { email }: EmailDto,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.emails.change(session, email.toLowerCase(), origin);
    return OK;
  }

  @Post('email/undo')
  @Call({
    summary: 'Undoes a change of the address, and all later ones, by the link to the previous address',
    description:
      'Also ends all sessions, removes second factors that were added since, blocks the password until it is reset, and mails a link that sets a new one.',
    access: 'public',
    answer: okSchema,
    problems: ['link_expired', 'email_taken'],
  })
  async undo(@Body() { token }: EmailTokenDto, @ClientOrigin() origin: Origin): Promise<OkAnswer> {
    await this.emails.undo(token, origin);
    return OK;
  }
}
