import { Injectable } from '@nestjs/common';
import { PASSWORD_MESSAGES } from '@oniverse/contracts';
import { User } from '@oniverse/data';
import { ProblemError } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import { type SessionContext, unauthorized } from '../../shared/index.js';
import { countsOfSession } from './failure-counts.js';
import { PasswordsService } from './passwords.service.js';

export const wrongPassword = (): ProblemError =>
  new ProblemError('wrong_password', PASSWORD_MESSAGES.wrongPassword);

/** Checks the password of a signed-in member before a sensitive change. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordsService,
  ) {}

  /**
   * Returns the session's member if the password is right. Failures count per session, so that guesses made elsewhere
   * cannot block a signed-in member.
   * @throws ProblemError `wrong_password`, `rate_limited`, `unauthorized` if the account no longer exists
   */
  async require({ userId, publicId }: SessionContext, password: string): Promise<User> {
    const user = await this.dataSource.getRepository(User).findOneBy({ id: userId });
    if (!user) throw unauthorized();
    if (!(await this.passwords.check(user.password, password, countsOfSession(publicId)))) {
      throw wrongPassword();
    }
    return user;
  }
}
