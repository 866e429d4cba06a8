import { Injectable } from '@nestjs/common';
import type { AccountActivityKind } from '@oniverse/contracts';
import {
  AccountToken,
  createAccountLink,
  hashLinkToken,
  type NewAccountLink,
  OutboxRow,
} from '@oniverse/data';
import { DataSource, In } from 'typeorm';

export interface AccountRow {
  id: string;
  username: string;
  email: string | null;
  is_verified: boolean;
  recovery_email: string | null;
}

export interface EmailChangeRow {
  previous_email: string;
  email: string | null;
  created_at: Date;
}

export interface ActivityRow {
  kind: AccountActivityKind;
  device: string | null;
  address: string | null;
  detail: string | null;
  created_at: Date;
}

/** The rows that mails read and write. */
@Injectable()
export class MailRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the ids of a mail's rows in the outbox. */
  async listPending(topic: OutboxRow['topic'], subject: string): Promise<string[]> {
    const rows = await this.dataSource.getRepository(OutboxRow).find({
      select: { id: true },
      where: { topic, subject },
    });
    return rows.map(({ id }) => id);
  }

  /** Removes rows of the outbox, but no row that was enqueued while the mail was sent: its address may differ. */
  async acknowledge(ids: readonly string[]): Promise<void> {
    await this.dataSource.getRepository(OutboxRow).delete({ id: In(ids) });
  }

  async findAccount(id: string): Promise<AccountRow | undefined> {
    const rows: AccountRow[] = await this.dataSource.query(
      `SELECT id, username, email, email_verified_at IS NOT NULL AS is_verified, recovery_email
         FROM users WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  async findEmailChange(userId: string, id: string): Promise<EmailChangeRow | undefined> {
    const rows: EmailChangeRow[] = await this.dataSource.query(
      `SELECT change.previous_email, member.email, change.created_at
         FROM email_changes change JOIN users member ON member.id = change.user_id
        WHERE change.id = $2 AND change.user_id = $1`,
      [userId, id],
    );
    return rows[0];
  }

  async findActivity(userId: string, id: string): Promise<ActivityRow | undefined> {
    const rows: ActivityRow[] = await this.dataSource.query(
      'SELECT kind, device, address, detail, created_at FROM account_activity WHERE id = $2 AND user_id = $1',
      [userId, id],
    );
    return rows[0];
  }

  /** Stores a one-time link, committed before its mail is sent. @returns its token */
  async createLink(link: NewAccountLink): Promise<string> {
    return createAccountLink(this.dataSource.manager, link);
  }

  async deleteLink(token: string): Promise<void> {
    await this.dataSource.getRepository(AccountToken).delete({ hash: hashLinkToken(token) });
  }
}
