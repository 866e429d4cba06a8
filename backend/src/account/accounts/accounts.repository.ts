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
}
