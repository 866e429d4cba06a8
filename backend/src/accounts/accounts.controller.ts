import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import {
  type CurrentUser,
  currentUserSchema,
  type PasswordChanged,
  passwordChangedSchema,
  type SessionAnswer,
  sessionAnswerSchema,
  type SignInOptions,
  signInOptionsSchema,
} from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { EmailsService } from '../emails/emails.service.js';
import { CurrentSession, unauthorized } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ChangePasswordDto, LoginDto, RegisterDto } from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';

@Controller('auth')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly emails: EmailsService,
  ) {}

  @Get('options')
  @Call({
    summary: 'Returns what this site offers at the sign-in',
    access: 'public',
    answer: signInOptionsSchema,
  })
  options(): SignInOptions {
    return { canMail: this.emails.canMail };
  }

  @Post('register')
  @Call({
    summary: 'Creates an account and starts a session',
    access: 'public',
    status: 201,
    answer: sessionAnswerSchema,
    problems: ['username_taken', 'username_reserved', 'email_taken', 'link_expired'],
  })
  async register(@Body() body: RegisterDto, @ClientOrigin() origin: Origin): Promise<SessionAnswer> {
    return this.accounts.register(body, origin);
  }

  @Post('login')
  @Call({
    summary: 'Logs in and starts a session',
    access: 'public',
    answer: sessionAnswerSchema,
    problems: ['invalid_credentials'],
  })
  async login(@Body() body: LoginDto, @ClientOrigin() origin: Origin): Promise<SessionAnswer> {
    return this.accounts.login(body, origin);
  }

  @Get('me')
  @Call({ summary: 'Returns the signed-in member', answer: currentUserSchema })
  async me(@CurrentSession() session: SessionContext): Promise<CurrentUser> {
    const user = await this.accounts.getCurrentUser(session.userId);
    if (!user) throw unauthorized();
    return user;
  }

  @Patch('password')
  @Call({
    summary: 'Changes the password',
    description:
      'Ends all other sessions and closes their sockets. This session stays open. All device tokens become invalid. The response contains a new one.',
    answer: passwordChangedSchema,
    problems: ['wrong_password'],
  })
  async changePassword(
    @CurrentSession() session: SessionContext,
    @Body() body: ChangePasswordDto,
  ): Promise<PasswordChanged> {
    return { ok: true, deviceToken: await this.accounts.changePassword(session, body) };
  }
}
