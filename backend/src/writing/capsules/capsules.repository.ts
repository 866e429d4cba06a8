import { Injectable } from '@nestjs/common';
import { Capsule } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

export type CapsuleFields = Pick<Capsule, 'name' | 'description' | 'tags'>;

@Injectable()
export class CapsulesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async listByMember(userId: string): Promise<Capsule[]> {
    return this.dataSource.getRepository(Capsule).find({ where: { userId }, order: { id: 'DESC' } });
  }

  /** The caller has locked the member's row and checked ownership. */
  async requireById(manager: EntityManager, id: string): Promise<Capsule> {
    return manager.getRepository(Capsule).findOneByOrFail({ id });
  }

  async insert(manager: EntityManager, userId: string, fields: CapsuleFields): Promise<Capsule> {
    return manager.getRepository(Capsule).save({ userId, ...fields });
  }

  async update(manager: EntityManager, id: string, fields: Partial<CapsuleFields>): Promise<Capsule> {
    await manager.getRepository(Capsule).update({ id }, fields);
    return this.requireById(manager, id);
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.getRepository(Capsule).delete({ id });
  }
}
