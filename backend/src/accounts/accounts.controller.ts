import { Body, Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import type { CurrentUser, SessionAnswer } from '@oniverse/contracts';
import { Address } from '../limits/client-address.js';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { CurrentSession, unauthorized } from '../sessions/current-session.decorator.js';
import { Public } from '../sessions/public.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { LoginDto, RegisterDto } from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';

@Controller('auth')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Post('register')
  @Public()
  @SelfLimited()
  async register(
    @Body() body: RegisterDto,
    @Address() address: string,
    @Headers('user-agent') device: string | undefined,
  ): Promise<SessionAnswer> {
    return this.accounts.register(body, { address, device });
  }

  @Post('login')
  @Public()
  @SelfLimited()
  @HttpCode(200)
  async login(
    @Body() body: LoginDto,
    @Address() address: string,
    @Headers('user-agent') device: string | undefined,
  ): Promise<SessionAnswer> {
    return this.accounts.login(body, { address, device });
  }

  @Get('me')
  async me(@CurrentSession() session: SessionContext): Promise<CurrentUser> {
    const user = await this.accounts.current(session.userId);
    if (!user) throw unauthorized();
    return user;
  }
}
