import { Injectable } from '@nestjs/common';
import type { CapsuleBody, CapsuleView } from '@oniverse/contracts';
import type { Capsule } from '@oniverse/data';
import { AccessService } from '../access/access.service.js';
import { type MemberChange, MemberChanges, type Tagged } from '../changes/member-changes.js';
import { CapsulesRepository } from './capsules.repository.js';
import { capsuleView } from './capsules.view.js';

/** A capsule is its member's alone. */
const tagged = ({ tags }: Capsule): Tagged => ({ tags, isPublic: false });

/** Capsules: named groups of archived content. */
@Injectable()
export class CapsulesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly repository: CapsulesRepository,
  ) {}

  /** All of the member's capsules, newest first. */
  async list(userId: string): Promise<CapsuleView[]> {
    return (await this.repository.ofMember(userId)).map(capsuleView);
  }

  async create(userId: string, body: CapsuleBody): Promise<CapsuleView> {
    const { name, description = null, tags = [] } = body;
    return this.changes.run(userId, async (change) => {
      const capsule = await this.repository.insert(change.manager, userId, { name, description, tags });
      change.retag(null, tagged(capsule));
      return capsuleView(capsule);
    });
  }

  /** Changes what is given. @throws ProblemError `not_found` */
  async update(userId: string, id: string, body: CapsuleBody): Promise<CapsuleView> {
    const { name, description, tags } = body;
    return this.changes.run(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      const after = await this.repository.update(change.manager, id, { name, description, tags });
      change.retag(tagged(before), tagged(after));
      return capsuleView(after);
    });
  }

  /** Takes a capsule away; what lies in it is kept. @throws ProblemError `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.run(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      await this.repository.delete(change.manager, id);
      change.retag(tagged(before), null);
    });
  }

  private async requireOwn({ manager, userId }: MemberChange, id: string): Promise<Capsule> {
    await this.access.requireOwn(manager, 'capsule', userId, id);
    return this.repository.held(manager, id);
  }
}
