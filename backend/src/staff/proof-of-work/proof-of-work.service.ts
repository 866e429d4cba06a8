import { Inject, Injectable } from '@nestjs/common';
import type { ProofOfWorkView } from '@oniverse/contracts';
import { CONFIG, type Config } from '@oniverse/platform';
import { SiteSettingsService, type StaffSession } from '../../shared/index.js';
import { StaffChanges } from '../audit/staff-changes.js';

/** The switch of proofs of work, for the administrators of the platform. */
@Injectable()
export class ProofOfWorkService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly settings: SiteSettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(): Promise<ProofOfWorkView> {
    return this.viewOf((await this.settings.get()).proofOfWork);
  }

  async set(staff: StaffSession, isOn: boolean): Promise<ProofOfWorkView> {
    const publish = await this.changes.run(staff, async (manager, record) => {
      await record({ kind: 'proof_of_work_changed', detail: { isOn } });
      return this.settings.change(manager, 'proofOfWork', isOn);
    });
    publish();
    return this.viewOf(isOn);
  }

  private viewOf(isOn: boolean): ProofOfWorkView {
    return { isOn, isConfigured: this.config.proofOfWork };
  }
}
