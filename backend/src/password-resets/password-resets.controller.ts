import { Body, Controller, Post } from '@nestjs/common';
import {
  emailBody,
  linkTokenBody,
  type OkAnswer,
  okSchema,
  type PasswordReset,
  passwordResetSchema,
  resetPasswordBody,
} from '@oniverse/contracts';
import { Call, dtoOf } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { PasswordResetsService } from './password-resets.service.js';

class ResetRequestDto extends dtoOf(emailBody) {}
class DisownDto extends dtoOf(linkTokenBody) {}
class ResetPasswordDto extends dtoOf(resetPasswordBody) {}

@Controller('auth')
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Post('password/reset-requests')
  @Call({
    summary: 'Mails a link that sets a new password',
    description:
      'To the address that the account verified last, or to its current address if it never verified one. The answer is the same for every address, known or not.',
    access: 'public',
    status: 202,
    answer: okSchema,
    problems: ['mail_unavailable'],
  })
  async request(@Body() { email }: ResetRequestDto, @ClientOrigin() origin: Origin): Promise<OkAnswer> {
    await this.resets.request(email, origin);
    return { ok: true };
  }

  @Post('password/reset')
  @Call({
    summary: 'Sets a new password by a link',
    description:
      'Ends all sessions and closes their sockets. Second factors stay as they are. If the account never verified an address, a mailed link verifies the address that it was mailed to. The link works once, for 30 minutes.',
    access: 'public',
    answer: passwordResetSchema,
    problems: ['link_expired', 'email_taken'],
  })
  async reset(@Body() body: ResetPasswordDto, @ClientOrigin() origin: Origin): Promise<PasswordReset> {
    return this.resets.reset(body, origin);
  }

  @Post('sign-in/disown')
  @Call({
    summary: 'Disowns a sign-in by the link of the mail about it',
    description:
      'Ends all sessions, blocks the password until it is reset, removes second factors that were added since the sign-in, and mails a link that sets a new password.',
    access: 'public',
    answer: okSchema,
    problems: ['link_expired'],
  })
  async disown(@Body() { token }: DisownDto, @ClientOrigin() origin: Origin): Promise<OkAnswer> {
    await this.resets.disownSignIn(token, origin);
    return { ok: true };
  }
}
