import { Injectable } from '@nestjs/common';
import { LIMITS } from '@oniverse/contracts';
import type { UpkeepJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;
const BATCH = 500;

/** Invites that have run out. */
const EXPIRED = `DELETE FROM invites WHERE id IN (
  SELECT id FROM invites WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
/** Removals that no invite can be older than any more. */
const OLD = `DELETE FROM server_removals WHERE (server_id, user_id) IN (
  SELECT server_id, user_id FROM server_removals WHERE removed_at < now() - ${LIMITS.inviteHours.max} * interval '1 hour'
   ORDER BY removed_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Takes away the invites that have run out, and the removals that they were remembered for. */
@Injectable()
export class PurgeInvites implements UpkeepJob {
  readonly name = 'invites:purge';
  readonly everyMs = HOUR_MS;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    return (await this.removeAll(EXPIRED)) + (await this.removeAll(OLD));
  }

  /** @returns how many were removed */
  private async removeAll(statement: string): Promise<number> {
    let removed = 0;
    for (;;) {
      const [, count]: [unknown, number] = await this.dataSource.query(statement, [BATCH]);
      removed += count;
      if (count < BATCH) return removed;
    }
  }
}
