import type { OnApplicationShutdown } from '@nestjs/common';
import { clientOf } from '@oniverse/data';
import { isDeadlock, isOutage } from '@oniverse/platform';
import { staleRead } from '@oniverse/platform/backend';
import type { DataSource, QueryRunner } from 'typeorm';

/** A place in the primary's log of changes (LSN), which standbys replay in order. */
type LogPosition = bigint;

type Connection = Awaited<ReturnType<typeof clientOf>>;

const SAMPLE_MS = 1_000;
/** How long a standby that failed is passed over, in milliseconds. */
const PAUSE_MS = 5_000;

/** Parses the text form of a position, such as `16/B374D848`. */
function parseLogPosition(text: string): LogPosition {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** No standby has replayed far enough, or none answers: the primary must be asked. */
class StandbyError extends Error {
  override readonly name = 'StandbyError';
}

export interface StaleReadsOptions {
  /** How far behind the primary an answer may be, in milliseconds. */
  readonly maxLagMs: number;
  /** Called once when reads begin to fail, until one succeeds. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Lets reads that may be stale go to standbys. A standby must have replayed what the primary had logged `maxLagMs` ago, and
 * what the reader wrote; else the primary answers. Within `run`, all statements of the data source go to standbys,
 * except those that run for several requests at once.
 *
 * The connection is asked for its position, not the address, behind which there may be several standbys. It must not be
 * that of a pooler that shares sessions.
 */
export class StaleReads implements OnApplicationShutdown {
  /** What the primary had logged, oldest first: the first one is older than `maxLagMs`, once there is one. */
  private samples: { at: number; position: LogPosition }[] = [];
  private opening: Promise<unknown> | undefined;
  private pausedUntil = -Infinity;
  private isFailing = false;
  private timer: NodeJS.Timeout | undefined;
  /** The last known position of each connection, which only grows. */
  private readonly replayed = new WeakMap<object, LogPosition>();

  /**
   * @param primary its statements are routed from now on
   * @param standbys not connected; null if there are none
   */
  constructor(
    private readonly primary: DataSource,
    private readonly standbys: DataSource | null,
    private readonly options: StaleReadsOptions,
  ) {
    if (standbys === null) return;
    const ofPrimary = primary.createQueryRunner.bind(primary);
    primary.createQueryRunner = (mode) => {
      const position = staleRead.getStore();
      return position === undefined ? ofPrimary(mode) : this.runnerAt(standbys, position);
    };
    this.timer = setInterval(() => void this.sample(), SAMPLE_MS).unref();
    void this.sample();
  }

  /** Whether writes must be noted. */
  get areOn(): boolean {
    return this.standbys !== null;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    if (this.standbys?.isInitialized) await this.standbys.destroy();
  }

  /**
   * Runs a read on a standby, or on the primary if none can answer. It must change nothing, because it may run twice.
   * @param written the position of the reader's last write; null for none
   */
  async run<T>(written: string | null, read: () => Promise<T>): Promise<T> {
    const position = this.requiredFor(written);
    if (position === undefined || this.standbys === null) return read();
    try {
      await this.open(this.standbys);
      const answer = await staleRead.run(position, read);
      this.isFailing = false;
      return answer;
    } catch (error) {
      if (!isFailureOfStandby(error)) throw error;
      if (!(error instanceof StandbyError)) this.pausedUntil = performance.now() + PAUSE_MS;
      if (!this.isFailing) this.options.onFailure(error);
      this.isFailing = true;
      return read();
    }
  }

  private async open(standbys: DataSource): Promise<void> {
    if (standbys.isInitialized) return;
    this.opening ??= standbys.initialize().finally(() => {
      this.opening = undefined;
    });
    await this.opening;
  }

  private requiredFor(written: string | null): LogPosition | undefined {
    const now = performance.now();
    const bound = this.samples.findLast(({ at }) => at <= now - this.options.maxLagMs);
    if (bound === undefined || now < this.pausedUntil) return undefined;
    const own = written === null ? 0n : parseLogPosition(written);
    return own > bound.position ? own : bound.position;
  }

  /** Notes what the primary has logged. Without an answer, the older notes soon demand nothing, so none is left. */
  private async sample(): Promise<void> {
    const at = performance.now();
    try {
      const [row]: { position: string }[] = await this.primary.query(
        'SELECT pg_current_wal_insert_lsn() AS position',
      );
      this.samples.push({ at, position: parseLogPosition(row?.position ?? '') });
      const oldest = this.samples.findLastIndex((sample) => sample.at <= at - this.options.maxLagMs);
      this.samples.splice(0, Math.max(0, oldest));
    } catch {
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

  /** @throws StandbyError if the server of a connection is behind a position */
  private async requireReplayed(client: Connection, position: LogPosition): Promise<void> {
    if ((this.replayed.get(client) ?? -1n) >= position) return;
    // A server that was promoted has everything.
    const { rows }: { rows: { position: string | null }[] } = await client.query(
      `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END AS position`,
    );
    const replayed = parseLogPosition(rows[0]?.position ?? '');
    this.replayed.set(client, replayed);
    if (replayed < position) throw new StandbyError('The standby is behind the primary.');
  }
}

// https://www.postgresql.org/docs/18/hot-standby.html#HOT-STANDBY-CONFLICT
const CONFLICT_WITH_RECOVERY = '40001';

const isFailureOfStandby = (error: unknown): boolean =>
  error instanceof StandbyError ||
  isOutage(error) ||
  isDeadlock(error) ||
  Reflect.get(Object(error), 'code') === CONFLICT_WITH_RECOVERY;
