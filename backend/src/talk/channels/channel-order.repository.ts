import { Injectable } from '@nestjs/common';
import type { CategoryView } from '@oniverse/contracts';
import { ChannelCategory } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

export interface ChannelPlace {
  id: string;
  position: number;
  /** Null without a category. */
  categoryId: string | null;
}

/** Categories, and the places of channels. The server is locked first. */
@Injectable()
export class ChannelOrderRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  async listCategories(
    serverId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<CategoryView[]> {
    return manager.query(
      'SELECT id, name FROM channel_categories WHERE server_id = $1 ORDER BY position, id',
      [serverId],
    );
  }

  async findCategory(
    id: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ChannelCategory | undefined> {
    return (await manager.getRepository(ChannelCategory).findOneBy({ id })) ?? undefined;
  }

  /** Adds the last category of a server. */
  async insertCategory(manager: EntityManager, serverId: string, name: string): Promise<CategoryView> {
    const rows: [CategoryView] = await manager.query(
      `INSERT INTO channel_categories (server_id, name, position)
       SELECT $1, $2, coalesce(max(position), 0) + 1 FROM channel_categories WHERE server_id = $1
       RETURNING id, name`,
      [serverId, name],
    );
    return rows[0];
  }

  async renameCategory(manager: EntityManager, id: string, name: string): Promise<void> {
    await manager.getRepository(ChannelCategory).update({ id }, { name });
  }

  /** Deletes a category. Its channels stay, after those without a category. */
  async deleteCategory(manager: EntityManager, { id, serverId }: ChannelCategory): Promise<void> {
    await this.lockChannels(manager, serverId);
    await manager.getRepository(ChannelCategory).delete({ id });
  }

  /** Stores the places of a server's channels, and the positions of its categories. */
  async storeOrder(
    manager: EntityManager,
    serverId: string,
    channels: readonly ChannelPlace[],
    categories: readonly { id: string; position: number }[],
  ): Promise<void> {
    await this.lockChannels(manager, serverId);
    await manager.query(
      `UPDATE channels SET position = place.position, category_id = place.category_id
         FROM unnest($2::uuid[], $3::integer[], $4::uuid[]) AS place (id, position, category_id)
        WHERE channels.server_id = $1 AND channels.id = place.id`,
      [
        serverId,
        channels.map(({ id }) => id),
        channels.map(({ position }) => position),
        channels.map(({ categoryId }) => categoryId),
      ],
    );
    await manager.query(
      `UPDATE channel_categories category SET position = place.position
         FROM unnest($2::uuid[], $3::integer[]) AS place (id, position)
        WHERE category.server_id = $1 AND category.id = place.id`,
      [serverId, categories.map(({ id }) => id), categories.map(({ position }) => position)],
    );
  }

  /** In the order of those who store messages in several channels. */
  private async lockChannels(manager: EntityManager, serverId: string): Promise<void> {
    await manager.query('SELECT FROM channels WHERE server_id = $1 ORDER BY id FOR NO KEY UPDATE', [
      serverId,
    ]);
  }
}
