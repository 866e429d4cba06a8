import { Controller } from '@nestjs/common';
import {
  changePassword,
  type CurrentUser,
  getCurrentUser,
  type InputOf,
  logIn,
  type PasswordChanged,
  registerAccount,
  type SessionAnswer,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession, type SessionContext, unauthorized } from '../../shared/index.js';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Handles(registerAccount)
  async register(
    @Input() { body }: InputOf<typeof registerAccount>,
    @ClientOrigin() origin: Origin,
  ): Promise<SessionAnswer> {
    return this.accounts.register(body, origin);
  }

  @Handles(logIn)
  async login(
    @Input() { body }: InputOf<typeof logIn>,
    @ClientOrigin() origin: Origin,
  ): Promise<SessionAnswer> {
    return this.accounts.login(body, origin);
  }

  @Handles(getCurrentUser)
  async me(@CurrentSession() session: SessionContext): Promise<CurrentUser> {
    const user = await this.accounts.getCurrentUser(session.userId);
    if (!user) throw unauthorized();
    return user;
  }

  @Handles(changePassword)
  async changePassword(
    @FreshSession() session: SessionContext,
    @Input() { body }: InputOf<typeof changePassword>,
    @ClientOrigin() origin: Origin,
  ): Promise<PasswordChanged> {
    return { ok: true, deviceToken: await this.accounts.changePassword(session, body, origin) };
  }
}
