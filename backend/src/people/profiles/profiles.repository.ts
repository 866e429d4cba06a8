import { Injectable } from '@nestjs/common';
import type { ProfileBody } from '@oniverse/contracts';
import { ProfileArchive, User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** The columns that a member changes. */
export type ProfileFields = Pick<User, Exclude<keyof ProfileBody, 'accessKey'>>;

@Injectable()
export class ProfilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findById(id: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id });
  }

  /** Returns the time of the snapshot that the member shows publicly. */
  async findShownSnapshotAt(userId: string): Promise<Date | undefined> {
    const shown = await this.dataSource
      .getRepository(ProfileArchive)
      .findOne({ select: { id: true, createdAt: true }, where: { userId, isShownPublicly: true } });
    return shown?.createdAt;
  }

  /** Returns a member who must exist. The caller has locked the row. */
  async requireById(manager: EntityManager, id: string): Promise<User> {
    return manager.getRepository(User).findOneByOrFail({ id });
  }

  async update(manager: EntityManager, id: string, fields: Partial<ProfileFields>): Promise<void> {
    await manager.getRepository(User).update({ id }, fields);
  }
}
