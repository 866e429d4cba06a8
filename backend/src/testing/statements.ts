import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isRecord, NEXT_CURSOR_HEADER } from '@oniverse/contracts';
import { DataSource, type Logger } from 'typeorm';
import { bearer } from './backend-under-test.js';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

const SETTINGS = /FROM site_settings\b/;

export interface RecordedCall {
  status: number;
  body: unknown;
  nextCursor: string | undefined;
  statements: Statement[];
}

/**
 * Makes a call to the backend of this process that no other one overlaps. Statements of the backend's timers are not
 * recorded, nor the settings of the site, which one call in five seconds reads for all.
 * @returns its answer and its SQL statements
 */
export async function recordStatements<T>(
  app: NestFastifyApplication,
  call: () => PromiseLike<T>,
): Promise<{ answer: T; statements: Statement[] }> {
  const dataSource = app.get(DataSource);
  const { logger } = dataSource;
  const statements: Statement[] = [];
  const running = new AsyncLocalStorage<Statement[]>();
  const enter = (): void => running.enterWith(statements);
  dataSource.logger = Object.assign(Object.create(logger), {
    logQuery: (sql: string, parameters: unknown[] = []) => {
      if (!SETTINGS.test(sql)) running.getStore()?.push({ sql, parameters });
    },
  });
  subscribe('http.server.request.start', enter);
  try {
    return { answer: await call(), statements };
  } finally {
    unsubscribe('http.server.request.start', enter);
    // Each one in use costs all promises of the process some time.
    running.disable();
    dataSource.logger = logger;
  }
}

/** Sends calls to a backend and records the SQL statements of each. */
export class StatementRecorder implements Logger {
  private readonly running = new AsyncLocalStorage<Statement[]>();

  constructor(private readonly app: NestFastifyApplication) {
    app.get(DataSource).logger = this;
  }

  /** Calls the API as a member. */
  async get(path: string, sessionId: string): Promise<RecordedCall> {
    const [name, value] = bearer(sessionId);
    const { response, statements } = await this.inject(`/api${path}`, { [name]: value });
    const nextCursor = response.headers[NEXT_CURSOR_HEADER];
    return {
      status: response.statusCode,
      body: response.json(),
      nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined,
      statements,
    };
  }

  /** Opens an address as a visitor without a session. */
  async getAsVisitor(url: string): Promise<Pick<RecordedCall, 'status' | 'statements'>> {
    const { response, statements } = await this.inject(url, {});
    return { status: response.statusCode, statements };
  }

  private async inject(url: string, headers: Readonly<Record<string, string>>) {
    const statements: Statement[] = [];
    // Injected in this process, so that the async context attributes each statement to this call.
    const response = await this.running.run(statements, async () =>
      this.app.inject({ method: 'GET', url, headers }),
    );
    return { response, statements };
  }

  logQuery(sql: string, parameters?: unknown): void {
    this.running.getStore()?.push({ sql, parameters: Array.isArray(parameters) ? parameters : [] });
  }

  // The other log levels are not recorded.
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

export interface Plan {
  /** Tables read by a sequential scan. */
  scanned: Set<string>;
  indexes: Set<string>;
}

export async function explain(dataSource: DataSource, { sql, parameters }: Statement): Promise<Plan> {
  const rows: unknown = await dataSource.query(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
  const plan: Plan = { scanned: new Set(), indexes: new Set() };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isRecord(value)) return;
    const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = value;
    if (type === 'Seq Scan' && typeof table === 'string') plan.scanned.add(table);
    if (typeof index === 'string') plan.indexes.add(index);
    Object.values(value).forEach(walk);
  };
  walk(rows);
  return plan;
}
