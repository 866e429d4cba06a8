import { Injectable } from '@nestjs/common';
import { type CapsuleBody, capsuleSchema, type CapsuleView, viewOf } from '@oniverse/contracts';
import type { Capsule } from '@oniverse/data';
import { RateLimits } from '@oniverse/platform';
import {
  AccessService,
  countWriting,
  type MemberChange,
  MemberChanges,
  Quotas,
  type Tagged,
} from '../../shared/index.js';
import { CapsulesRepository } from './capsules.repository.js';

const capsuleView = (capsule: Capsule): CapsuleView => viewOf(capsuleSchema, capsule);

/** Capsules are always private. */
const toTagged = ({ tags }: Capsule): Tagged => ({ tags, isPublic: false });

/** Capsules: named groups of profile archives. */
@Injectable()
export class CapsulesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: CapsulesRepository,
    private readonly limits: RateLimits,
  ) {}

  async list(userId: string): Promise<CapsuleView[]> {
    return (await this.repository.listByMember(userId)).map(capsuleView);
  }

  /** @throws ProblemError `quota_reached`, `rate_limited` */
  async create(userId: string, body: CapsuleBody): Promise<CapsuleView> {
    await countWriting(this.limits, userId);
    const { name, description = null, tags = [] } = body;
    return this.changes.runChange(userId, async (change) => {
      await this.quotas.requireCapacity(change.manager, 'capsules', userId);
      const capsule = await this.repository.insert(change.manager, userId, { name, description, tags });
      change.retag(null, toTagged(capsule));
      return capsuleView(capsule);
    });
  }

  /** Updates the given fields. @throws ProblemError `not_found`, `rate_limited` */
  async update(userId: string, id: string, body: CapsuleBody): Promise<CapsuleView> {
    await countWriting(this.limits, userId);
    const { name, description, tags } = body;
    return this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      const after = await this.repository.update(change.manager, id, { name, description, tags });
      change.retag(toTagged(before), toTagged(after));
      return capsuleView(after);
    });
  }

  /** Deletes a capsule and keeps its archives. @throws ProblemError `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      await this.repository.delete(change.manager, id);
      change.retag(toTagged(before), null);
    });
  }

  private async requireOwn({ manager, userId }: MemberChange, id: string): Promise<Capsule> {
    await this.access.requireOwner(manager, 'capsule', userId, id);
    return this.repository.requireById(manager, id);
  }
}
