import { Injectable } from '@nestjs/common';
import type { AccountActivityKind, Digest, RegistrationMode } from '@oniverse/contracts';
import {
  AccountToken,
  createAccountLink,
  hashLinkToken,
  isSuspended,
  issueRegistrationCode,
  type NewAccountLink,
  NOTIFICATION_VISIBLE,
  NotificationSettings,
  OutboxRow,
  readSiteSettings,
  WaitlistEntry,
} from '@oniverse/data';
import { DataSource, In } from 'typeorm';
import { ENTRY_COLUMNS, ENTRY_TABLES, type EntryRow } from '../../talk/index.js';

export interface AccountRow {
  id: string;
  username: string;
  email: string | null;
  is_verified: boolean;
  recovery_email: string | null;
  is_suspended: boolean;
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

export interface DigestEntry extends EntryRow {
  /** The number of further unread entries of the group. */
  others: number;
}

export interface DigestRows {
  digest: Exclude<Digest, 'off'>;
  entries: DigestEntry[];
  /** The end of the part of the night log that the digest covers. */
  until: Date;
}

/** A digest covers unread entries since the previous one, and at most this long. */
const DIGEST_SPAN = { daily: '2 days', weekly: '14 days' } as const satisfies Record<
  Exclude<Digest, 'off'>,
  string
>;
/** A digest lists at most this many rows; the rest is in the night log. */
const DIGEST_ROWS = 20;

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
      `SELECT id, username, email, email_verified_at IS NOT NULL AS is_verified, recovery_email,
              ${isSuspended('users.id')} AS is_suspended
         FROM users WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  async findWaitlistEntry(id: string): Promise<WaitlistEntry | null> {
    return this.dataSource.getRepository(WaitlistEntry).findOneBy({ id });
  }

  /** Returns the address of the waitlist that an invitation is for. */
  async findInvited(inviteId: string): Promise<string | undefined> {
    const rows: { email: string }[] = await this.dataSource.query(
      `SELECT entry.email FROM registration_invites invite JOIN waitlist_entries entry ON entry.id = invite.entry_id
        WHERE invite.id = $1`,
      [inviteId],
    );
    return rows[0]?.email;
  }

  /** Gives an invitation its code, committed before its mail is sent. @returns undefined if it was used or has expired */
  async issueRegistrationCode(inviteId: string): Promise<string | undefined> {
    return issueRegistrationCode(this.dataSource.manager, inviteId);
  }

  async findRegistration(): Promise<RegistrationMode> {
    return (await readSiteSettings(this.dataSource)).registration;
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

  /** Returns the content of a member's digest; undefined if the member has none. */
  async findDigest(userId: string): Promise<DigestRows | undefined> {
    const until = new Date();
    const own = await this.dataSource.getRepository(NotificationSettings).findOneBy({ userId });
    if (!own || own.digest === 'off') return undefined;
    const entries: DigestEntry[] = await this.dataSource.query(
      `SELECT * FROM (
         SELECT DISTINCT ON (entry.group_key) entry.id, ${ENTRY_COLUMNS},
                (count(*) OVER (PARTITION BY entry.group_key) - 1)::integer AS others
           FROM ${ENTRY_TABLES}
          WHERE entry.recipient_id = $1 AND entry.read_at IS NULL AND entry.kind = ANY($2::text[])
            AND entry.created_at > greatest($4::timestamptz, now() - $3::interval) AND ${NOTIFICATION_VISIBLE}
          ORDER BY entry.group_key, entry.id DESC) AS latest
        ORDER BY id DESC LIMIT ${DIGEST_ROWS}`,
      [userId, own.digestKinds, DIGEST_SPAN[own.digest], own.digestedAt],
    );
    return { digest: own.digest, entries, until };
  }

  async saveDigested(userId: string, until: Date): Promise<void> {
    await this.dataSource.getRepository(NotificationSettings).update({ userId }, { digestedAt: until });
  }

  /** Stores a one-time link, committed before its mail is sent. @returns its token */
  async createLink(link: NewAccountLink): Promise<string> {
    return createAccountLink(this.dataSource.manager, link);
  }

  async deleteLink(token: string): Promise<void> {
    await this.dataSource.getRepository(AccountToken).delete({ hash: hashLinkToken(token) });
  }
}
