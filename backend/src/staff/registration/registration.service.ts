import { Injectable } from '@nestjs/common';
import type {
  ListedRegistrationInvite,
  RegistrationInvite,
  RegistrationMode,
  RegistrationState,
} from '@oniverse/contracts';
import type { Page, PageQueryDto } from '@oniverse/platform/backend';
import { RegistrationInvites } from '../../account/index.js';
import { SiteSettingsService } from '../../shared/index.js';
import { type Actor, StaffChanges } from '../audit/staff-changes.js';

/** Who may register, and the invitations to do so. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly settings: SiteSettingsService,
    private readonly invites: RegistrationInvites,
  ) {}

  async get(): Promise<RegistrationState> {
    return { mode: (await this.settings.get()).registration };
  }

  async set(staff: Actor, mode: RegistrationMode): Promise<RegistrationState> {
    const publish = await this.changes.run(staff, async (manager, record) => {
      await record({ kind: 'registration_changed', detail: { registration: mode } });
      return this.settings.change(manager, 'registration', mode);
    });
    publish();
    return { mode };
  }

  /** Newest first. */
  async listInvites(page: PageQueryDto): Promise<Page<ListedRegistrationInvite>> {
    return this.invites.list(page);
  }

  async invite(staff: Actor): Promise<RegistrationInvite> {
    return this.changes.run(staff, async (manager, record) => {
      await record({ kind: 'registration_invited' });
      return this.invites.create(manager, staff.userId);
    });
  }

  /** @throws ProblemError `not_found` */
  async revoke(staff: Actor, id: string): Promise<void> {
    await this.changes.run(staff, async (manager, record) => {
      await record({ kind: 'registration_invite_revoked' });
      await this.invites.revoke(manager, id);
    });
  }
}
