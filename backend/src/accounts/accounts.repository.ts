import { Injectable } from '@nestjs/common';
import { User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** Every query on members. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findById(id: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id });
  }

  async findByUsername(username: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ username });
  }

  /**
   * The member, where the password is still the one that was checked. It stays that until the caller's transaction
   * ends: a change of it waits.
   * @param checked the hash that was checked
   */
  async holdWithPassword(manager: EntityManager, id: string, checked: string): Promise<User | null> {
    return manager
      .getRepository(User)
      .findOne({ where: { id, password: checked }, lock: { mode: 'pessimistic_read' } });
  }

  /** @param checked the hash that was checked @returns whether it was still that one, and is the new one now */
  async replacePassword(
    manager: EntityManager,
    id: string,
    checked: string,
    password: string,
  ): Promise<boolean> {
    const { affected } = await manager.getRepository(User).update({ id, password: checked }, { password });
    return affected === 1;
  }

  /** @param checked the hash that was checked @returns whether it was still that one; then the member is gone */
  async remove(manager: EntityManager, id: string, checked: string): Promise<boolean> {
    const { affected } = await manager.getRepository(User).delete({ id, password: checked });
    return affected === 1;
  }

  async isEmailTaken(manager: EntityManager, email: string): Promise<boolean> {
    return manager.getRepository(User).existsBy({ email });
  }

  async insert(
    manager: EntityManager,
    user: Pick<User, 'username' | 'email' | 'password' | 'displayName'>,
  ): Promise<User> {
    return manager.getRepository(User).save(user);
  }

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }
}
