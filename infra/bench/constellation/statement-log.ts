import { open } from 'node:fs/promises';

/** Database work for a job: a transaction, or a statement after it. */
export interface DatabaseWork {
  /** Topic and subject of the job's outbox row. */
  topic: string;
  subject: string;
  /** False for a read after the commit, for publishing. */
  isTransaction: boolean;
  /** Server time of all statements: parsing, planning, execution, commit and waits. */
  ms: number;
  /** CPU time of the server process. */
  cpuMs: number;
  statements: number;
}

const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] (\w+): {2}([\s\S]*)$/;
const NEXT_ENTRY = /\n(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/;
const STATISTICS_TITLE = /^(QUERY|PARSE MESSAGE|BIND MESSAGE|EXECUTE MESSAGE) STATISTICS$/;
const USAGE = /^! system usage stats:\s+!\s+([\d.]+) s user, ([\d.]+) s system, ([\d.]+) s elapsed/;
const PARAMETER = /\$(\d+) = '([^']*)'/g;
const OUTBOX = /\boutbox\b/;

/** Time in milliseconds, and number of statements. */
interface Usage {
  ms: number;
  cpuMs: number;
  statements: number;
}

const noUsage = (): Usage => ({ ms: 0, cpuMs: 0, statements: 0 });

/** Parsing state of a database session. */
interface Session {
  isOpen: boolean;
  /** The job of the current or last transaction, if any. */
  job: { topic: string; subject: string } | undefined;
  used: Usage;
  /** Whether the next usage entry is for the execution of a statement, not for parsing or binding. */
  isExecution: boolean;
  usage: Usage | undefined;
}

const newSession = (): Session => ({
  isOpen: false,
  job: undefined,
  used: noUsage(),
  isExecution: false,
  usage: undefined,
});

/** Role settings that make PostgreSQL log the statements of the role. */
export const LOG_SETTINGS = {
  // Logs the usage of each step, followed by the statement.
  log_statement_stats: 'on',
  // The outbox statements identify the job. Logging them is part of the measured time, so keep it short.
  log_statement: 'mod',
  log_parameter_max_length: '64',
} as const;

/** Parses PostgreSQL's log of a role with `LOG_SETTINGS`. */
export class StatementLog {
  private readonly sessions = new Map<string, Session>();
  private offset = 0;
  private remainder = '';

  constructor(private readonly file: string) {}

  /** Returns the work logged since the last call, in order of completion. */
  async read(): Promise<DatabaseWork[]> {
    const entries = (this.remainder + (await this.readNewText())).split(NEXT_ENTRY);
    // The last entry may be incomplete.
    this.remainder = entries.pop() ?? '';
    if (this.remainder.endsWith('\n')) {
      entries.push(this.remainder.trimEnd());
      this.remainder = '';
    }
    return entries.flatMap((entry) => this.parseEntry(entry) ?? []);
  }

  private async readNewText(): Promise<string> {
    const file = await open(this.file);
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(size - this.offset);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.offset);
      this.offset += bytesRead;
      return bytes.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  private parseEntry(entry: string): DatabaseWork | undefined {
    const [, pid = '', kind, text = ''] = ENTRY.exec(entry) ?? [];
    const session = this.sessions.get(pid) ?? newSession();
    this.sessions.set(pid, session);
    if (kind === 'LOG') parseTitle(session, text);
    if (kind === 'DETAIL') parseDetail(session, text);
    return kind === 'STATEMENT' ? parseStatement(session, text) : undefined;
  }
}

function parseTitle(session: Session, text: string): void {
  const [, step] = STATISTICS_TITLE.exec(text) ?? [];
  session.isExecution = step === 'QUERY' || step === 'EXECUTE MESSAGE';
}

/** Parses the usage of a step, or the parameters of a modifying statement. */
function parseDetail(session: Session, text: string): void {
  const [, user, system, elapsed] = USAGE.exec(text) ?? [];
  if (user !== undefined) {
    session.usage = {
      ms: Number(elapsed) * 1_000,
      cpuMs: (Number(user) + Number(system)) * 1_000,
      statements: session.isExecution ? 1 : 0,
    };
  } else if (session.isOpen && !session.job) {
    const parameters = new Map([...text.matchAll(PARAMETER)].map(([, position, value]) => [position, value]));
    const [topic, subject] = [parameters.get('1'), parameters.get('2')];
    if (topic !== undefined && subject !== undefined) session.job = { topic, subject };
  }
}

/** Parses the statement of the last usage. Returns the work that it completes, if any. */
function parseStatement(session: Session, sql: string): DatabaseWork | undefined {
  const { usage } = session;
  if (!usage) return undefined;
  session.usage = undefined;
  if (sql.startsWith('START TRANSACTION')) Object.assign(session, newSession(), { isOpen: true });
  // Polling the outbox does not belong to a job.
  if (!session.isOpen && OUTBOX.test(sql)) return undefined;
  const used = {
    ms: session.used.ms + usage.ms,
    cpuMs: session.used.cpuMs + usage.cpuMs,
    statements: session.used.statements + usage.statements,
  };
  const isTransaction = session.isOpen;
  const isComplete = isTransaction ? /^(COMMIT|ROLLBACK)/.test(sql) : usage.statements > 0;
  session.used = isComplete ? noUsage() : used;
  if (!isComplete) return undefined;
  session.isOpen = false;
  // A statement after a transaction belongs to its job, because the pool reuses the last released connection first.
  return session.job && { ...session.job, isTransaction, ...used };
}
