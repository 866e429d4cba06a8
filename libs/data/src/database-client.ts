import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';

/** The time in which a host must answer: one that is cut off sends no refusal. */
const ANSWER_MS = 1_500;
/** The time that the other hosts get after the first primary answered, in case that it is a former one. */
const OTHERS_MS = 100;
/** Connections that open within this time share the answer. */
const SHARED_MS = 1_000;

/** A primary accepts writes. Its timeline is higher than that of the primary before it. */
const STATE = `
  SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly",
         CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

interface Host {
  host: string;
  port: number;
}

interface Primary extends Host {
  /** 8 hexadecimal digits. */
  timeline: string;
}

/** PostgreSQL's code for a write on a server that accepts none, such as a former primary. */
const READ_ONLY = '25006';
const LOST_CODES = /^(25006|57P0[1-5]|08...)$/;
const LOST_MESSAGE = 'Query read timeout';

/** Finds the primary among the hosts of an address. */
class Hosts {
  private newest = '';
  private askedAt = -Infinity;
  private answer: Promise<Host> | undefined;

  constructor(private readonly hosts: readonly Host[]) {}

  /** @throws AggregateError with the failure of each host if none is a primary */
  async findPrimary(config: ClientConfig): Promise<Host> {
    const now = performance.now();
    if (this.answer === undefined || now - this.askedAt > SHARED_MS) {
      this.askedAt = now;
      this.answer = this.askAll(config);
    }
    return this.answer;
  }

  private async askAll(config: ClientConfig): Promise<Host> {
    const found: Primary[] = [];
    const asked = this.hosts.map(async (host) => {
      found.push({ ...host, timeline: await this.ask(host, config) });
    });
    try {
      await Promise.any(asked);
    } catch (error) {
      const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
      const reasons = this.hosts.map(({ host, port }, index) => `${host}:${port} ${String(failures[index])}`);
      const message = `No host of the database accepts writes: ${reasons.join('; ')}`;
      throw new AggregateError(failures, message, { cause: error });
    }
    await Promise.race([Promise.allSettled(asked), delay(OTHERS_MS)]);
    const newest = found.reduce((one, other) => (other.timeline > one.timeline ? other : one));
    // Another search may have found a newer one in between.
    if (newest.timeline > this.newest) this.newest = newest.timeline;
    return newest;
  }

  /** Returns the timeline of a primary. @throws Error if the host is none, or a former one */
  private async ask({ host, port }: Host, config: ClientConfig): Promise<string> {
    const client = new Client({ ...config, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
    Object.assign(client, { host, port });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ isReadOnly: boolean; timeline: string | null }>(STATE);
      const [{ isReadOnly, timeline } = { isReadOnly: true, timeline: null }] = rows;
      if (isReadOnly || timeline === null || timeline < this.newest) {
        throw Object.assign(new Error(isReadOnly ? 'is read-only' : 'is a former primary'), {
          code: READ_ONLY,
        });
      }
      return timeline;
    } finally {
      // Not awaited: a host that is cut off would not say goodbye.
      client.end().catch(() => {});
    }
  }
}

/** Configuration writes several hosts in this parameter, with the first one in the place of the host. */
const HOSTS = /[?&]hosts=/;
const hostsOfAddresses = new Map<string, Hosts>();

/** Returns the hosts of an address; undefined if it has one. */
function hostsOf(address: string | undefined): Hosts | undefined {
  if (address === undefined || !HOSTS.test(address)) return undefined;
  const known = hostsOfAddresses.get(address);
  if (known) return known;
  const list = new URL(address).searchParams.get('hosts') ?? '';
  const hosts = new Hosts(
    list.split(',').map((each) => {
      const { hostname, port } = new URL(`postgres://${each}`);
      return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 5_432 };
    }),
  );
  hostsOfAddresses.set(address, hosts);
  return hosts;
}

export interface DatabaseClientConfig extends ClientConfig {
  /** Whether statements keep their names; false for a pooler that shares sessions between clients. */
  named?: boolean;
  work?: DatabaseWork | undefined;
}

/** What a process knows of the work that its statements belong to. */
export interface DatabaseWork {
  /** Returns the request that the caller works for, which transactions pass on to the outbox; undefined for none. */
  request(): string | undefined;
  /** Called before each statement. What it returns is called afterwards. @param nameOf returns the statement's name */
  begin(nameOf: () => string): ((failed: boolean) => void) | undefined;
}

/** Returns the name of a statement: that of a prepared one, its first comment, or its verb and its first table. */
function nameOf(statement: unknown): string {
  const { name, text = statement }: { name?: unknown; text?: unknown } = Object(statement);
  if (typeof name === 'string') return name;
  const sql = String(text);
  const [, comment] = /^\s*\/\* ([a-z ]+) \*\//u.exec(sql) ?? [];
  if (comment !== undefined) return comment;
  if (/^[A-Z ]+$/u.test(sql)) return sql;
  const [verb = ''] = /\w+/u.exec(sql) ?? [];
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE|JOIN) (?:ONLY )?"?(\w+)/iu.exec(sql) ?? [];
  return `${verb.toUpperCase()} ${table}`.trimEnd();
}

/** Called after each statement, also a failed one, with its duration in milliseconds. @param nameOf returns its name */
export type StatementListener = (durationMs: number, nameOf: () => string) => void;

/** How TypeORM begins a transaction. */
const BEGIN = 'START TRANSACTION';

/**
 * A connection to the database, or, if its address has several hosts, to the primary among them. It closes when a
 * statement fails because this server accepts no writes or does not answer.
 */
export class DatabaseClient extends Client {
  /** Whether the server was lost, so that other connections to it are probably lost too. */
  isLost = false;
  onStatement: StatementListener | undefined;
  readonly named: boolean;
  private readonly hosts: Hosts | undefined;
  private readonly config: DatabaseClientConfig;

  constructor(config: DatabaseClientConfig = {}) {
    const hosts = hostsOf(config.connectionString);
    super(hosts ? { ...config, connectionTimeoutMillis: ANSWER_MS } : config);
    this.named = config.named ?? true;
    this.hosts = hosts;
    this.config = config;
    // Node exits on an `error` event without a listener. Statements reject as well.
    this.on('error', () => {});
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
    if (callback === undefined) return this.choosePrimary().then(() => super.connect());
    if (this.hosts) void this.connectToPrimary(callback);
    else super.connect(callback);
    return undefined;
  }

  /** Takes the arguments of each form of the overloaded method, and returns the same. */
  override query(...[text, ...rest]: [unknown, ...unknown[]]) {
    const { work } = this.config;
    const request = text === BEGIN ? work?.request() : undefined;
    // In the same message, because another one would delay each transaction.
    const sent = request ? `${BEGIN}; SET LOCAL oniverse.request = ${this.escapeLiteral(request)}` : text;
    const end = work?.begin(() => nameOf(text));
    const startedAt = performance.now();
    const result = Reflect.apply(super.query, this, [sent, ...rest]);
    if (result instanceof Promise) {
      const finish = (failed: boolean) => {
        this.onStatement?.(performance.now() - startedAt, () => nameOf(text));
        end?.(failed);
      };
      result.then(
        () => finish(false),
        (error: unknown) => {
          finish(true);
          this.closeIfLost(error);
        },
      );
    } else end?.(false);
    return result;
  }

  private async connectToPrimary(callback: (error: Error) => void): Promise<void> {
    try {
      await this.choosePrimary();
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    // The pool listens for errors as soon as this calls back.
    super.connect(callback);
  }

  private async choosePrimary(): Promise<void> {
    if (this.hosts) Object.assign(this, await this.hosts.findPrimary(this.config));
  }

  private closeIfLost(error: unknown): void {
    const { code, message }: { code?: unknown; message?: unknown } = Object(error);
    if (message !== LOST_MESSAGE && !LOST_CODES.test(String(code))) return;
    this.isLost = true;
    void this.end();
  }
}

/** A pool that drops its idle connections with a lost one, because a request would wait for each of them. */
export class DatabasePool extends Pool {
  onStatement: StatementListener | undefined;

  constructor(config: PoolConfig) {
    super({ ...config, Client: DatabaseClient });
    const idle = new Set<PoolClient>();
    this.on('connect', (client) => {
      if (client instanceof DatabaseClient)
        client.onStatement = (...statement) => this.onStatement?.(...statement);
    });
    this.on('acquire', (client) => idle.delete(client));
    this.on('remove', (client) => idle.delete(client));
    this.on('release', (_, client) => {
      if (!(client instanceof DatabaseClient) || !client.isLost) idle.add(client);
      else
        for (const other of idle)
          other.emit('error', new Error('Another connection to this server was lost'));
    });
  }
}
