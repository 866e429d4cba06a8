import { Injectable } from '@nestjs/common';
import { Capsule } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** What a member says of a capsule. */
export type CapsuleFields = Pick<Capsule, 'name' | 'description' | 'tags'>;

/** Every query on capsules. */
@Injectable()
export class CapsulesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async ofMember(userId: string): Promise<Capsule[]> {
    return this.dataSource.getRepository(Capsule).find({ where: { userId }, order: { id: 'DESC' } });
  }

  /** A capsule that is there, since the change holds its member's row. */
  async held(manager: EntityManager, id: string): Promise<Capsule> {
    return manager.getRepository(Capsule).findOneByOrFail({ id });
  }

  async insert(manager: EntityManager, userId: string, fields: CapsuleFields): Promise<Capsule> {
    return manager.getRepository(Capsule).save({ userId, ...fields });
  }

  /** What is absent stays. */
  async update(manager: EntityManager, id: string, fields: Partial<CapsuleFields>): Promise<Capsule> {
    await manager.getRepository(Capsule).update({ id }, fields);
    return this.held(manager, id);
  }

  /** What lies in it stays, and lies in none. */
  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.getRepository(Capsule).delete({ id });
  }
}
