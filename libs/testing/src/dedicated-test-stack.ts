import { isErrorWithCode } from '@oniverse/embedded';
import type { DataSource } from 'typeorm';
import { allocateSharedPart } from './shared-servers.js';
import { type StackAddresses, TestServers } from './test-servers.js';
import { connectDatabase, TestStack } from './test-stack.js';

/** A test stack on dedicated servers, which a test may kill, pause and fill. */
export class DedicatedTestStack extends TestStack {
  private paused: number[] = [];

  private constructor(
    private readonly servers: TestServers,
    addresses: StackAddresses,
    dataSource: DataSource,
    releasePart: () => Promise<void> = async () => {},
  ) {
    super(addresses, dataSource, async () => {
      await releasePart();
      await servers.stop();
    });
  }

  /** @param options.durable acknowledged writes survive a killed PostgreSQL */
  static override async start(options: { durable?: boolean } = {}): Promise<DedicatedTestStack> {
    const servers = await TestServers.start(options);
    const { addresses } = servers;
    return new DedicatedTestStack(servers, addresses, await connectDatabase(addresses));
  }

  /** Starts a stack whose PostgreSQL is the shared one of the run, for tests that break only Redis or the object store. */
  static async startOnSharedPostgres(): Promise<DedicatedTestStack> {
    const part = await allocateSharedPart();
    if (!part) return DedicatedTestStack.start();
    const servers = await TestServers.start({ postgres: false });
    const addresses = { ...part.addresses, ...servers.otherAddresses };
    return new DedicatedTestStack(servers, addresses, await connectDatabase(addresses), part.release);
  }

  get databaseLog(): string {
    return this.servers.postgres.logFile;
  }

  /** Kills PostgreSQL, as a power cut would. */
  async killPostgres(): Promise<void> {
    process.kill(this.servers.postgres.pid, 'SIGKILL');
    await this.servers.postgres.ended;
  }

  async startPostgres(): Promise<void> {
    await this.servers.restartPostgres();
  }

  /** Suspends PostgreSQL and all of its sessions. */
  async pausePostgres(): Promise<void> {
    const { pid } = this.servers.postgres;
    const runner = this.dataSource.createQueryRunner();
    try {
      // A suspended postmaster forks no sessions, so the following list is complete.
      await runner.connect();
      process.kill(pid, 'SIGSTOP');
      this.paused = [pid];
      const rows: { pid: number }[] = await runner.query('SELECT pid FROM pg_stat_activity');
      this.paused.unshift(...rows.map((row) => row.pid));
    } finally {
      await runner.release();
    }
    for (const paused of this.paused) signalIfRunning(paused, 'SIGSTOP');
  }

  resumePostgres(): void {
    for (const paused of this.paused.splice(0)) signalIfRunning(paused, 'SIGCONT');
  }

  /** Makes inserts of messages and large sorts fail as on a full disk. */
  async fillDatabase(): Promise<void> {
    await this.dataSource.query(`
      CREATE FUNCTION refuse_for_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    await this.dataSource.query(
      'CREATE TRIGGER full_disk BEFORE INSERT ON messages EXECUTE FUNCTION refuse_for_space()',
    );
    await this.dataSource.query(`ALTER SYSTEM SET temp_file_limit = '64kB'`);
    await this.dataSource.query('SELECT pg_reload_conf()');
  }

  async freeDatabase(): Promise<void> {
    await this.dataSource.query('DROP FUNCTION refuse_for_space CASCADE');
    await this.dataSource.query('ALTER SYSTEM RESET temp_file_limit');
    await this.dataSource.query('SELECT pg_reload_conf()');
  }

  /** Makes Redis refuse every write that needs memory. */
  async fillRedis(): Promise<void> {
    await this.withRedis((redis) => redis.config('SET', 'maxmemory', '1'));
  }

  async freeRedis(): Promise<void> {
    await this.withRedis((redis) => redis.config('SET', 'maxmemory', '0'));
  }

  pauseRedis(): void {
    process.kill(this.servers.redis.pid, 'SIGSTOP');
  }

  resumeRedis(): void {
    process.kill(this.servers.redis.pid, 'SIGCONT');
  }

  async killRedis(): Promise<void> {
    process.kill(this.servers.redis.pid, 'SIGKILL');
    await this.servers.redis.ended;
  }

  async startRedis(): Promise<void> {
    await this.servers.restartRedis();
  }

  async killObjectStore(): Promise<void> {
    process.kill(this.servers.objects.pid, 'SIGKILL');
    await this.servers.objects.ended;
  }

  async startObjectStore(): Promise<void> {
    await this.servers.restartObjectStore();
  }
}

/** Signals a process. PostgreSQL's helper processes may have ended since they were listed. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isErrorWithCode(error, 'ESRCH')) throw error;
  }
}
