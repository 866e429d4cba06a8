import { Injectable } from '@nestjs/common';
import { User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

@Injectable()
export class AccountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findById(id: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id });
  }

  async findByUsername(username: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ username });
  }

  /** Locks the user's row against password changes and logins. Returns null if the hash is no longer `checked`. */
  async lockWithPassword(manager: EntityManager, id: string, checked: string): Promise<User | null> {
    return manager
      .getRepository(User)
      .findOne({ where: { id, password: checked }, lock: { mode: 'for_no_key_update' } });
  }

  /** Replaces the password hash if it is still `checked`. @returns whether it was replaced */
  async replacePassword(
    manager: EntityManager,
    id: string,
    checked: string,
    password: string,
  ): Promise<boolean> {
    const { affected } = await manager.getRepository(User).update({ id, password: checked }, { password });
    return affected === 1;
  }

  /** Deletes the user if the password hash is still `checked`. @returns whether the user was deleted */
  async delete(manager: EntityManager, id: string, checked: string): Promise<boolean> {
    const { affected } = await manager.getRepository(User).delete({ id, password: checked });
    return affected === 1;
  }

  async insert(
    manager: EntityManager,
    user: Pick<User, 'username' | 'email' | 'emailVerifiedAt' | 'recoveryEmail' | 'password' | 'displayName'>,
  ): Promise<User> {
    return manager.getRepository(User).save(user);
  }

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }
}
