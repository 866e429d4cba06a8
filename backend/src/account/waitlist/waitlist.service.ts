import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  viewOf,
  WAITLIST_CONFIRMED,
  WAITLIST_MESSAGES,
  type WaitlistAnswer,
  type WaitlistBody,
  waitlistEntrySchema,
  type WaitlistEntryView,
  type WaitlistStats,
} from '@oniverse/contracts';
import { enqueueOutbox, mailEntry } from '@oniverse/data';
import { notFound, ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { EmailsService } from '../emails/emails.service.js';
import { requireUncommonPassword } from '../passwords/password-rules.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { usernameReserved, UsernamesService } from '../usernames/usernames.service.js';
import { WaitlistCounter } from './waitlist-counter.js';
import { type WaitlistPage, WaitlistRepository } from './waitlist.repository.js';

const WAITLIST_LIMIT: RateLimit = { name: 'waitlist', points: 10, seconds: 60 * 60 };

@Injectable()
export class WaitlistService {
  constructor(
    private readonly repository: WaitlistRepository,
    private readonly counter: WaitlistCounter,
    private readonly usernames: UsernamesService,
    private readonly passwords: PasswordsService,
    private readonly limits: RateLimits,
    private readonly emails: EmailsService,
  ) {}

  /**
   * Adds an entry, which is confirmed by mail. The response and the work are the same for an email address that is already on the list.
   * @throws ProblemError `username_taken`, `username_reserved`, `rate_limited`, `validation_failed` for an access key that
   * is easy to guess
   */
  async join(body: WaitlistBody, address: string): Promise<WaitlistAnswer> {
    await this.limits.consume(WAITLIST_LIMIT, address);
    const email = body.email.toLowerCase();
    const oniId = body.oni_id ?? null;
    if (body.access_key !== undefined) {
      await requireUncommonPassword(body.access_key, { username: body.oni_id, email }, 'access_key');
    }
    const accessKeyHash = body.access_key === undefined ? null : await this.passwords.hash(body.access_key);
    const isMailed = this.emails.canMail && (await this.emails.mayMailTo(email));
    const added = await this.repository.transaction(async (manager) => {
      if (oniId !== null) await this.lockUsername(manager, oniId, email);
      const id = await this.repository.insertOnce(manager, {
        email,
        oniId,
        accessKeyHash,
        source: body.source,
      });
      if (isMailed) {
        await enqueueOutbox(manager, [mailEntry({ purpose: 'waitlist', userId: id ?? randomUUID() })]);
      }
      return id;
    });
    if (added !== undefined) this.counter.notifyChange();
    return { ok: true, message: WAITLIST_CONFIRMED };
  }

  /**
   * Deletes a member's entries, in the caller's transaction, whose access key proved the claim. Without the key anyone
   * could have registered with that address.
   * @returns a function that notifies watchers, to be called after the commit
   */
  async releaseProven(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    const released = await this.repository.deleteProven(manager, userId);
    return async () => {
      if (released) this.counter.notifyChange();
    };
  }

  /** Returns a page of entries, who waited longest first. */
  async list(page: WaitlistPage): Promise<Page<WaitlistEntryView>> {
    return Page.of(await this.repository.listPage(page), page.limit, (row) =>
      viewOf(waitlistEntrySchema, row),
    );
  }

  /** Locks an entry. @returns its address @throws ProblemError `not_found` */
  async lock(manager: EntityManager, id: string): Promise<string> {
    const email = await this.repository.lock(manager, id);
    if (email === undefined) throw notFound();
    return email;
  }

  /**
   * Deletes an entry, with its invitation and its claim.
   * @returns its address, and a function that notifies watchers, to be called after the commit
   * @throws ProblemError `not_found`
   */
  async remove(manager: EntityManager, id: string): Promise<{ email: string; publish: () => void }> {
    const email = await this.repository.delete(manager, id);
    if (email === undefined) throw notFound();
    return { email, publish: () => this.counter.notifyChange() };
  }

  async getStats(): Promise<WaitlistStats> {
    return { ok: true, count: await this.counter.getCount() };
  }

  private async lockUsername(manager: EntityManager, oniId: string, email: string): Promise<void> {
    await this.usernames.lock(manager, oniId);
    const holder = await this.usernames.findHolder(manager, oniId);
    if (holder.kind === 'reserved' || holder.kind === 'held') throw usernameReserved();
    if (holder.kind === 'member' || (holder.kind === 'claimed' && holder.email !== email)) {
      throw new ProblemError('username_taken', WAITLIST_MESSAGES.waitlistClaimed);
    }
  }
}
