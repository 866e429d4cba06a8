import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { clientOf } from '@oniverse/data';
import { isDeadlock, isOutage } from '@oniverse/platform';
import { BatchLoader, staleRead } from '@oniverse/platform/backend';
import type { DataSource, QueryRunner } from 'typeorm';

/** A place in the primary's log of changes (LSN), which standbys replay in order. */
type LogPosition = bigint;
type Connection = Awaited<ReturnType<typeof clientOf>>;

const SAMPLE_MS = 1_000;
/** How long standbys are passed over after one failed, in milliseconds. */
const PAUSE_MS = 5_000;
/** A standby replays a commit within milliseconds. After the last wait, the primary answers. */
const WAITS_MS = [2, 5, 10, 20];

/** Parses the text form of a position, such as `16/B374D848`. */
function parseLogPosition(text: string): LogPosition {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** A standby has not replayed far enough: the primary must be asked. */
class StandbyError extends Error {
  override readonly name = 'StandbyError';
}

export interface StaleReadsOptions {
  /** How far behind the primary an answer for a visitor may be, in milliseconds. */
  readonly maxLagMs: number;
  /** Called once when reads begin to fail, until one succeeds. */
  readonly onFailure: (error: unknown) => void;
  /** Called after each read that standbys may answer. */
  readonly onRead?: (answeredBy: 'standby' | 'primary') => void;
}

/**
 * Lets reads go to standbys. For a member, a standby must have replayed everything that was committed before the read began,
 * by anyone; for a visitor, what was `maxLagMs` ago. Else the primary answers. Within `run`, all statements of the data
 * source go to standbys, except those that run for several requests at once.
 *
 * The connection is asked for its position, not the address, behind which there may be several standbys. It must not be
 * that of a pooler that shares sessions.
 */
export class StaleReads implements OnApplicationShutdown {
  /** The primary's position now. */
  private readonly current: BatchLoader<'now', LogPosition>;
  /** Its earlier positions, oldest first: the first one is older than `maxLagMs`, once there is one. */
  private samples: { at: number; position: LogPosition }[] = [];
  private opening: Promise<unknown> | undefined;
  private pausedUntil = -Infinity;
  private isFailing = false;
  private timer: NodeJS.Timeout | undefined;
  /** The last known position of each connection, which only grows. */
  private readonly replayed = new WeakMap<Connection, LogPosition>();

  /**
   * @param primary its statements are routed from now on
   * @param standbys not connected; null if there are none
   */
  constructor(
    primary: DataSource,
    private readonly standbys: DataSource | null,
    private readonly options: StaleReadsOptions,
  ) {
    this.current = new BatchLoader(async (reads) => {
      // What members were told is stored is flushed.
      const [row]: { position: string }[] = await primary.query(
        'SELECT pg_current_wal_flush_lsn() AS position',
      );
      return reads.map(() => parseLogPosition(row?.position ?? ''));
    });
    if (standbys === null) return;
    const ofPrimary = primary.createQueryRunner.bind(primary);
    primary.createQueryRunner = (mode) => {
      const position = staleRead.getStore();
      return position === undefined ? ofPrimary(mode) : this.runnerAt(standbys, position);
    };
    this.timer = setInterval(() => void this.sample(), SAMPLE_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    if (this.standbys?.isInitialized) await this.standbys.destroy();
  }

  /** Runs a read on a standby, or on the primary if none can answer. It must change nothing, because it may run twice. */
  async run<T>(reader: 'member' | 'visitor', read: () => Promise<T>): Promise<T> {
    if (this.standbys === null) return read();
    if (performance.now() < this.pausedUntil) {
      this.options.onRead?.('primary');
      return read();
    }
    try {
      const position = reader === 'member' ? await this.current.get('now') : this.positionAtBound();
      if (position === undefined) return await read();
      await this.open(this.standbys);
      const answer = await staleRead.run(position, read);
      this.isFailing = false;
      this.options.onRead?.('standby');
      return answer;
    } catch (error) {
      if (!isFailureOfStandby(error)) throw error;
      if (!(error instanceof StandbyError)) this.recordFailure(error);
      this.options.onRead?.('primary');
      return read();
    }
  }

  private recordFailure(error: unknown): void {
    this.pausedUntil = performance.now() + PAUSE_MS;
    if (!this.isFailing) this.options.onFailure(error);
    this.isFailing = true;
  }

  private async open(standbys: DataSource): Promise<void> {
    if (standbys.isInitialized) return;
    this.opening ??= standbys.initialize().finally(() => {
      this.opening = undefined;
    });
    await this.opening;
  }

  /** Returns what the primary had `maxLagMs` ago; undefined if it was not asked then. */
  private positionAtBound(): LogPosition | undefined {
    const bound = performance.now() - this.options.maxLagMs;
    return this.samples.findLast(({ at }) => at <= bound)?.position;
  }

  private async sample(): Promise<void> {
    const at = performance.now();
    try {
      this.samples.push({ at, position: await this.current.get('now') });
      const oldest = this.samples.findLastIndex((sample) => sample.at <= at - this.options.maxLagMs);
      this.samples.splice(0, Math.max(0, oldest));
    } catch {
      // Without an answer the older positions would demand ever less.
      this.samples = [];
    }
  }

  private runnerAt(standbys: DataSource, position: LogPosition): QueryRunner {
    const runner = standbys.createQueryRunner();
    const connect = runner.connect.bind(runner);
    let checked: Promise<unknown> | undefined;
    const connectChecked = async (): Promise<unknown> => {
      const connection: unknown = await connect();
      await this.requireReplayed(await clientOf({ connect: () => Promise.resolve(connection) }), position);
      return connection;
    };
    runner.connect = () => (checked ??= connectChecked());
    return runner;
  }

  /** @throws StandbyError if the server of a connection stays behind a position */
  private async requireReplayed(connection: Connection, position: LogPosition): Promise<void> {
    for (const wait of [...WAITS_MS, undefined]) {
      if ((this.replayed.get(connection) ?? -1n) >= position) return;
      // A server that takes writes may be a former primary, which has not what its successor has.
      const { rows }: { rows: { position: string | null }[] } = await connection.query(
        'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END AS position',
      );
      const replayed = parseLogPosition(rows[0]?.position ?? '');
      this.replayed.set(connection, replayed);
      if (replayed >= position) return;
      if (wait !== undefined) await delay(wait);
    }
    throw new StandbyError('The standby is behind the primary.');
  }
}

// https://www.postgresql.org/docs/18/hot-standby.html#HOT-STANDBY-CONFLICT
const CONFLICT_WITH_RECOVERY = '40001';

const isFailureOfStandby = (error: unknown): boolean =>
  error instanceof StandbyError ||
  isOutage(error) ||
  isDeadlock(error) ||
  Reflect.get(Object(error), 'code') === CONFLICT_WITH_RECOVERY;
