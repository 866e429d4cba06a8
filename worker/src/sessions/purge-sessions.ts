import { Injectable } from '@nestjs/common';
import { type JobHandler, LivePublisher } from '@oniverse/platform';
import { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;

/** Removes the sessions that have run out, and closes the sockets that they may still have. */
@Injectable()
export class PurgeSessions implements JobHandler {
  readonly name = 'sessions:purge';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(): Promise<void> {
    const [ended]: [{ public_id: string }[], number] = await this.dataSource.query(
      'DELETE FROM sessions WHERE expires_at <= now() RETURNING public_id',
    );
    for (const { public_id: publicId } of ended) this.live.endSession(publicId, 'expired');
  }
}
