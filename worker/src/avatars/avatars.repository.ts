import { Injectable } from '@nestjs/common';
import { OUTBOX_TOPICS, User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** Every query on avatars. */
@Injectable()
export class AvatarsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whose avatar an upload is to become; undefined where it is gone. */
  async findMember(uploadPath: string): Promise<string | undefined> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      `SELECT user_id FROM objects WHERE path = $1 AND state = 'used' AND user_id IS NOT NULL`,
      [uploadPath],
    );
    return rows[0]?.user_id;
  }

  /**
   * Holds the member's row: what is done to one member's avatars is done in turn.
   * @returns undefined where the member is gone
   */
  async hold(manager: EntityManager, userId: string): Promise<Pick<User, 'profileImageUrl'> | undefined> {
    const rows: { profile_image_url: string | null }[] = await manager.query(
      'SELECT profile_image_url FROM users WHERE id = $1 FOR NO KEY UPDATE',
      [userId],
    );
    return rows[0] && { profileImageUrl: rows[0].profile_image_url };
  }

  /**
   * Takes out of the outbox what the member wanted before this: the later wish counts, whichever is fulfilled first.
   * @returns the uploads that nothing will be made of
   */
  async takeEarlier(manager: EntityManager, userId: string, uploadPath: string): Promise<string[]> {
    const [taken]: [{ subject: string }[], number] = await manager.query(
      `DELETE FROM outbox earlier USING outbox this
        WHERE this.topic = $3 AND this.subject = $2 AND earlier.topic = $3 AND earlier.id < this.id
          AND earlier.subject IN (SELECT path FROM objects WHERE user_id = $1)
       RETURNING earlier.subject`,
      [userId, uploadPath, OUTBOX_TOPICS.avatarWanted],
    );
    return taken.map(({ subject }) => subject);
  }

  /** @returns the member as they are now */
  async wear(manager: EntityManager, userId: string, path: string): Promise<User> {
    const users = manager.getRepository(User);
    await users.update(userId, { profileImageUrl: path, updatedAt: () => 'now()' });
    return users.findOneByOrFail({ id: userId });
  }
}
