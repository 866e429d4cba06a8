import { AsyncLocalStorage } from 'node:async_hooks';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NEXT_CURSOR_HEADER } from '@oniverse/contracts';
import { DataSource, type Logger } from 'typeorm';
import { bearer } from './backend-under-test.js';

/** An SQL statement that was run. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** A call's answer, and the statements that it took. */
export interface RecordedCall {
  status: number;
  body: unknown;
  nextCursor: string | undefined;
  statements: Statement[];
}

/** Asks a backend, and records the statements of each call, of that call alone. */
export class StatementRecorder implements Logger {
  private readonly running = new AsyncLocalStorage<Statement[]>();

  constructor(private readonly app: NestFastifyApplication) {
    app.get(DataSource).logger = this;
  }

  async get(path: string, sessionId: string): Promise<RecordedCall> {
    const statements: Statement[] = [];
    const [name, value] = bearer(sessionId);
    // Handed to the server in this process, so that what it does is known to be done for this call.
    const answer = await this.running.run(statements, async () =>
      this.app.inject({ method: 'GET', url: `/api${path}`, headers: { [name]: value } }),
    );
    const nextCursor = answer.headers[NEXT_CURSOR_HEADER];
    return {
      status: answer.statusCode,
      body: answer.json(),
      nextCursor: typeof nextCursor === 'string' ? nextCursor : undefined,
      statements,
    };
  }

  logQuery(sql: string, parameters?: unknown): void {
    this.running.getStore()?.push({ sql, parameters: Array.isArray(parameters) ? parameters : [] });
  }

  // Statements are all that it listens to.
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

/** What PostgreSQL means to do to run a statement. */
export interface Plan {
  /** The tables that it reads from end to end. */
  scanned: Set<string>;
  /** The indexes that it uses. */
  indexes: Set<string>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Asks PostgreSQL how it would run a statement with its parameters. */
export async function planOf(dataSource: DataSource, { sql, parameters }: Statement): Promise<Plan> {
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
