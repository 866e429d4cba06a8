import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import {
  type CurrentUser,
  currentUserSchema,
  type PasswordChanged,
  passwordChangedSchema,
  type SessionAnswer,
  sessionAnswerSchema,
} from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession, unauthorized } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ChangePasswordDto, LoginDto, RegisterDto } from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';

@Controller('auth')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Post('register')
  @Call({
    summary: 'Creates an account and starts a session',
    access: 'public',
    status: 201,
    answer: sessionAnswerSchema,
    carriesSecret: true,
    problems: ['username_taken', 'username_reserved', 'email_taken', 'link_expired'],
  })
  async register(@Body() body: RegisterDto, @ClientOrigin() origin: Origin): Promise<SessionAnswer> {
    return this.accounts.register(body, origin);
  }

  @Post('login')
  @Call({
    summary: 'Logs in and starts a session',
    description:
      'An account with second factors answers `second_factor_required` with a `challenge`, which `POST /api/auth/login/second-factor` completes.',
    access: 'public',
    answer: sessionAnswerSchema,
    carriesSecret: true,
    problems: ['invalid_credentials', 'second_factor_required'],
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
    problems: ['reauthentication_required', 'wrong_password'],
  })
  async changePassword(
    @FreshSession() session: SessionContext,
    @Body() body: ChangePasswordDto,
    @ClientOrigin() origin: Origin,
  ): Promise<PasswordChanged> {
    return { ok: true, deviceToken: await this.accounts.changePassword(session, body, origin) };
  }
}
