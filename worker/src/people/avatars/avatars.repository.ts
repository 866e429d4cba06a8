import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

@Injectable()
export class AvatarsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the owner of an upload; undefined if the upload or its owner is gone. */
  async findOwner(uploadPath: string): Promise<string | undefined> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      `SELECT user_id FROM objects WHERE path = $1 AND state = 'used' AND user_id IS NOT NULL`,
      [uploadPath],
    );
    return rows[0]?.user_id;
  }

  /** Serialises changes of the member's avatar. @returns undefined if the member is gone */
  async lockMember(
    manager: EntityManager,
    userId: string,
  ): Promise<Pick<User, 'profileImageUrl'> | undefined> {
    const rows: { profile_image_url: string | null }[] = await manager.query(
      'SELECT profile_image_url FROM users WHERE id = $1 FOR NO KEY UPDATE',
      [userId],
    );
    return rows[0] && { profileImageUrl: rows[0].profile_image_url };
  }

  /** Lets the latest upload win whichever is processed first. @returns the uploads of the acknowledged jobs */
  async acknowledgeEarlier(manager: EntityManager, userId: string, uploadPath: string): Promise<string[]> {
    const [acknowledged]: [{ subject: string }[], number] = await manager.query(
      `DELETE FROM outbox earlier USING outbox latest
        WHERE latest.topic = $3 AND latest.subject = $2 AND earlier.topic = $3 AND earlier.id < latest.id
          AND earlier.subject IN (SELECT path FROM objects WHERE user_id = $1)
       RETURNING earlier.subject`,
      [userId, uploadPath, OUTBOX_TOPICS.makeAvatar],
    );
    return acknowledged.map(({ subject }) => subject);
  }

  async setAvatar(manager: EntityManager, userId: string, path: string): Promise<User> {
    const users = manager.getRepository(User);
    await users.update(userId, { profileImageUrl: path, updatedAt: () => 'now()' });
    return users.findOneByOrFail({ id: userId });
  }
}
