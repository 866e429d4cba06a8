import { Injectable } from '@nestjs/common';
import { PERMISSIONS, ROOMS } from '@oniverse/contracts';
import { OUTBOX_TOPICS, acknowledgeOutbox } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

interface MemberRow {
  username: string;
  display_name: string | null;
  profile_image_url: string | null;
  server_ids: string[];
  /** The members across a block who are not on the staff of one of the servers. */
  concealed_from: string[];
}

/** Publishes a member's new name or avatar once to everyone in the member's servers, which may be many. */
@Injectable()
export class AnnounceMember implements JobHandler {
  readonly name = OUTBOX_TOPICS.announceMember;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(userId: string): Promise<void> {
    const row = await this.dataSource.transaction(async (manager) => {
      if (!(await acknowledgeOutbox(manager, this.name, userId))) return undefined;
      const rows: MemberRow[] = await manager.query(
        `SELECT username, display_name, profile_image_url,
                ARRAY(SELECT server_id FROM server_members WHERE user_id = users.id) AS server_ids,
                ARRAY(SELECT block.other_id FROM blocks block
                       WHERE block.member_id = users.id AND NOT EXISTS (
                         SELECT FROM server_members mine
                           JOIN server_members staff ON staff.server_id = mine.server_id AND staff.user_id = block.other_id
                          WHERE mine.user_id = users.id AND staff.role = ANY($2))) AS concealed_from
           FROM users WHERE id = $1`,
        [userId, PERMISSIONS.seeBlockedMembers],
      );
      return rows[0];
    });
    if (!row) return;
    this.live.publish(
      'member:changed',
      row.server_ids.map(ROOMS.server),
      {
        userId,
        username: row.username,
        displayName: row.display_name,
        profileImageUrl: row.profile_image_url,
        inServer: null,
      },
      row.concealed_from.map(ROOMS.user),
    );
  }
}
