import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { OUTBOX_TOPICS, acknowledgeOutbox } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

interface MemberRow {
  username: string;
  display_name: string | null;
  profile_image_url: string | null;
  server_ids: string[];
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
                ARRAY(SELECT server_id FROM server_members WHERE user_id = users.id) AS server_ids
           FROM users WHERE id = $1`,
        [userId],
      );
      return rows[0];
    });
    if (!row) return;
    this.live.publish('member:changed', row.server_ids.map(ROOMS.server), {
      userId,
      username: row.username,
      displayName: row.display_name,
      profileImageUrl: row.profile_image_url,
      inServer: null,
    });
  }
}
