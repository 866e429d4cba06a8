import { Body, Controller, Get, Headers, Patch, Post } from '@nestjs/common';
import {
  type CurrentUser,
  currentUserSchema,
  type OkAnswer,
  okSchema,
  type SessionAnswer,
  sessionAnswerSchema,
} from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { Address } from '../limits/client-address.js';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { CurrentSession, unauthorized } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ChangePasswordDto, LoginDto, RegisterDto } from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';

@Controller('auth')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Post('register')
  @Call({
    summary: 'Becomes a member',
    access: 'public',
    status: 201,
    answer: sessionAnswerSchema,
    problems: ['username_taken', 'username_reserved', 'email_taken'],
  })
  @SelfLimited()
  async register(
    @Body() body: RegisterDto,
    @Address() address: string,
    @Headers('user-agent') device: string | undefined,
  ): Promise<SessionAnswer> {
    return this.accounts.register(body, { address, device });
  }

  @Post('login')
  @Call({
    summary: 'Begins a session',
    access: 'public',
    answer: sessionAnswerSchema,
    problems: ['invalid_credentials'],
  })
  @SelfLimited()
  async login(
    @Body() body: LoginDto,
    @Address() address: string,
    @Headers('user-agent') device: string | undefined,
  ): Promise<SessionAnswer> {
    return this.accounts.login(body, { address, device });
  }

  @Get('me')
  @Call({ summary: 'Who one is', answer: currentUserSchema })
  async me(@CurrentSession() session: SessionContext): Promise<CurrentUser> {
    const user = await this.accounts.current(session.userId);
    if (!user) throw unauthorized();
    return user;
  }

  @Patch('password')
  @Call({
    summary: 'Changes the password',
    description: 'Every other session ends at once, its sockets too; this one stays.',
    answer: okSchema,
    problems: ['wrong_password'],
  })
  async changePassword(
    @CurrentSession() session: SessionContext,
    @Body() body: ChangePasswordDto,
    @Address() address: string,
  ): Promise<OkAnswer> {
    await this.accounts.changePassword(session, body, address);
    return { ok: true };
  }
}
