import type { OperationName, Operations } from '@oniverse/contracts';
import { createDataSource } from '@oniverse/data';
import { type Config, createLogger, type Env, loadConfig, type Logger } from '@oniverse/platform/command';
import type { DataSource } from 'typeorm';
import type { BackendOperations } from './backend-operations.js';
import { notFound, wrongUsage } from './command-error.js';

export interface KnownMember {
  id: string;
  username: string;
}

/** What a command works with. Connects to nothing before it is needed. */
export class Context {
  readonly logger: Logger;
  /** The member in the arguments. */
  member: KnownMember | undefined;
  private loaded: Config | undefined;
  private connected: DataSource | undefined;

  constructor(
    readonly env: Env,
    stderr: { write: (line: string) => void },
    isJson: boolean,
    private readonly backend: BackendOperations,
  ) {
    // The only lines of stderr with --json are errors.
    this.logger = createLogger('ops', isJson ? 'silent' : 'info', stderr);
  }

  /** @throws ConfigError if a variable is missing or invalid */
  get config(): Config {
    return (this.loaded ??= loadConfig(this.env));
  }

  /** The connection of a command that needs the database. */
  get dataSource(): DataSource {
    if (!this.connected) throw new Error('The command is declared to need no database.');
    return this.connected;
  }

  async connect(): Promise<void> {
    this.connected = createDataSource(this.config.directDatabaseUrl, { poolSize: 1 });
    await this.connected.initialize();
  }

  /** Runs an operation with the code of the backend. @throws CommandError */
  async operate<K extends OperationName>(name: K, input: Operations[K][0]): Promise<Operations[K][1]> {
    return this.backend.run(name, input);
  }

  /** @throws CommandError if no member has the Oni ID */
  async findMember(username: string): Promise<KnownMember> {
    const rows: KnownMember[] = await this.dataSource.query(
      'SELECT id, username FROM users WHERE username = $1',
      [username.toLowerCase()],
    );
    if (!rows[0]) throw notFound(`No member has the Oni ID ${username}.`);
    return rows[0];
  }

  requireMember(): KnownMember {
    if (!this.member) throw wrongUsage('Give the Oni ID of the member.');
    return this.member;
  }

  async close(): Promise<void> {
    if (this.connected?.isInitialized) await this.connected.destroy();
  }
}
