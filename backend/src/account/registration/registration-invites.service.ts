import { Inject, Injectable } from '@nestjs/common';
import {
  type ListedRegistrationInvite,
  listedRegistrationInviteSchema,
  REGISTRATION_MESSAGES,
  type RegistrationInvite,
  registrationUrl,
  viewOf,
  WAITLIST_ENTRY_MESSAGES,
} from '@oniverse/contracts';
import { enqueueOutbox, issueRegistrationCode, mailEntry } from '@oniverse/data';
import { CONFIG, type Config, invalidField, notFound, ProblemError, siteOriginOf } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { prefixedAuthorView, requireRow, SiteSettingsService } from '../../shared/index.js';
import { EmailsService } from '../emails/emails.service.js';
import {
  type ListedInviteRow,
  type NewRegistrationInvite,
  RegistrationInvitesRepository,
  type RegistrationInviteRow,
} from './registration-invites.repository.js';

const inviteExpired = (): ProblemError =>
  invalidField('inviteCode', REGISTRATION_MESSAGES.registrationInviteExpired);

const listedInvite = (row: ListedInviteRow): ListedRegistrationInvite =>
  viewOf(listedRegistrationInviteSchema, { ...row, created_by: prefixedAuthorView(row, 'creator') });

/** Decides who may register, and keeps the invitations to do so. */
@Injectable()
export class RegistrationInvites {
  private readonly origin: string;

  constructor(
    private readonly repository: RegistrationInvitesRepository,
    private readonly settings: SiteSettingsService,
    private readonly emails: EmailsService,
    @Inject(CONFIG) config: Config,
  ) {
    this.origin = siteOriginOf(config);
  }

  /** @throws ProblemError `forbidden` while registration is closed; `validation_failed` while it needs another code */
  async requireAdmission(code: string | undefined): Promise<void> {
    const { registration } = await this.settings.get();
    if (registration === 'closed') {
      throw new ProblemError('forbidden', REGISTRATION_MESSAGES.registrationClosed);
    }
    if (registration === 'open') return;
    if (code === undefined) throw invalidField('inviteCode', REGISTRATION_MESSAGES.registrationByInvite);
    if (!(await this.repository.isUsable(code))) throw inviteExpired();
  }

  /**
   * Uses a code up in the transaction of a registration. While everyone may register, one that does not work is no obstacle.
   * @throws ProblemError `validation_failed`
   */
  async use(manager: EntityManager, code: string | undefined): Promise<void> {
    if (code === undefined || (await this.repository.use(manager, code))) return;
    if ((await this.settings.get()).registration !== 'open') throw inviteExpired();
  }

  /** Makes an invitation that staff pass on. @param createdBy null for the operators */
  async create(manager: EntityManager, createdBy: string | null): Promise<RegistrationInvite> {
    const row = requireRow(await this.repository.insert(manager, { createdBy, entryId: null }));
    return this.withCode(manager, row);
  }

  /**
   * Invites an entry of the waitlist: by mail, or if the site cannot mail or has mailed the address too often, with a code that
   * staff pass on.
   * @throws ProblemError `already_used` if someone registered with an earlier invitation
   */
  async inviteEntry(
    manager: EntityManager,
    { email, ...invite }: NewRegistrationInvite & { email: string },
  ): Promise<RegistrationInvite> {
    const row = await this.repository.insert(manager, invite);
    if (!row) throw new ProblemError('already_used', WAITLIST_ENTRY_MESSAGES.waitlistJoined);
    if (!this.emails.canMail || !(await this.emails.mayMailTo(email))) return this.withCode(manager, row);
    await enqueueOutbox(manager, [mailEntry({ purpose: 'registration-invite', userId: row.id })]);
    return { isMailed: true, code: null, url: null, expiresAt: row.expires_at.toISOString() };
  }

  /** Newest first. */
  async list(page: PageQueryDto): Promise<Page<ListedRegistrationInvite>> {
    return Page.of(await this.repository.listPage(page), page.limit, listedInvite);
  }

  /** @throws ProblemError `not_found`, also for one that was used or has expired */
  async revoke(manager: EntityManager, id: string): Promise<void> {
    if (!(await this.repository.delete(manager, id))) throw notFound();
  }

  private async withCode(manager: EntityManager, row: RegistrationInviteRow): Promise<RegistrationInvite> {
    const code = await issueRegistrationCode(manager, row.id);
    if (code === undefined) throw new Error('A new invitation cannot have a code.');
    return {
      isMailed: false,
      code,
      url: registrationUrl(this.origin, code),
      expiresAt: row.expires_at.toISOString(),
    };
  }
}
