import { Controller } from '@nestjs/common';
import {
  changePassword,
  getCurrentUser,
  logIn,
  type PasswordChanged,
  registerAccount,
} from '@oniverse/contracts';
import { FreshSession, Handles, type Received, unauthorized } from '../../shared/index.js';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Handles(registerAccount)
  async register({ body, origin }: Received<typeof registerAccount>) {
    return this.accounts.register(body, origin);
  }

  @Handles(logIn)
  async login({ body, origin }: Received<typeof logIn>) {
    return this.accounts.login(body, origin);
  }

  @Handles(getCurrentUser)
  async me({ session }: Received<typeof getCurrentUser>) {
    const user = await this.accounts.getCurrentUser(session.userId);
    if (!user) throw unauthorized();
    return user;
  }

  @FreshSession()
  @Handles(changePassword)
  async changePassword({ session, body, origin }: Received<typeof changePassword>): Promise<PasswordChanged> {
    return { ok: true, deviceToken: await this.accounts.changePassword(session, body, origin) };
  }
}
