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
