import { Injectable } from '@nestjs/common';
import { type AwakeView, GAME_LIMITS } from '@oniverse/contracts';
import { unblocked } from '@oniverse/data';
import { DataSource } from 'typeorm';

@Injectable()
export class AwakeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async setOpen(userId: string, isOpen: boolean): Promise<void> {
    await this.dataSource.query(
      isOpen
        ? 'INSERT INTO open_players (user_id) VALUES ($1) ON CONFLICT DO NOTHING'
        : 'DELETE FROM open_players WHERE user_id = $1',
      [userId],
    );
  }

  /** Returns who of the given members is open to a game, and has a line to the reader or a dimension in common. */
  async find(readerId: string, onlineIds: readonly string[]): Promise<AwakeView> {
    const rows: AwakeView[] = await this.dataSource.query(
      `SELECT EXISTS (SELECT FROM open_players WHERE user_id = $1) AS "isOpen", coalesce(jsonb_agg(awake.view), '[]') AS members
         FROM (
           SELECT jsonb_build_object('userId', member.id, 'author', jsonb_build_object(
                    'username', member.username, 'displayName', member.display_name,
                    'profileImageUrl', member.profile_image_url)) AS view
             FROM open_players player JOIN users member ON member.id = player.user_id
            WHERE player.user_id = ANY($2::uuid[]) AND player.user_id <> $1 AND ${unblocked('member.id', '$1')}
              AND (EXISTS (SELECT FROM connections link WHERE link.from_user_id = least($1, member.id)
                              AND link.to_user_id = greatest($1, member.id))
                   OR EXISTS (SELECT FROM server_members own JOIN server_members theirs USING (server_id)
                               WHERE own.user_id = $1 AND theirs.user_id = member.id))
            ORDER BY member.username LIMIT ${GAME_LIMITS.awakeListed}
         ) awake`,
      [readerId, onlineIds],
    );
    return rows[0] ?? { isOpen: false, members: [] };
  }
}
