import { open } from 'node:fs/promises';

/** What the database did in one go for a job: a transaction, or a statement after it. */
export interface Work {
  /** What stood in the outbox for it, and the member whom it was about. */
  topic: string;
  subject: string;
  /** False for what was read after the commit, to be told. */
  isTransaction: boolean;
  /** The server's own time of all its statements: parsing, planning, running, committing, and waiting. */
  ms: number;
  /** What of it the server's process had a processor for. */
  cpuMs: number;
  statements: number;
}

const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] (\w+): {2}([\s\S]*)$/;
const NEXT_ENTRY = /\n(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/;
const MEASURED = /^(QUERY|PARSE MESSAGE|BIND MESSAGE|EXECUTE MESSAGE) STATISTICS$/;
const USAGE = /^! system usage stats:\s+!\s+([\d.]+) s user, ([\d.]+) s system, ([\d.]+) s elapsed/;
const PARAMETER = /\$(\d+) = '([^']*)'/g;
const OUTBOX = /\boutbox\b/;

/** What was used, in milliseconds. */
interface Usage {
  ms: number;
  cpuMs: number;
  statements: number;
}

const nothing = (): Usage => ({ ms: 0, cpuMs: 0, statements: 0 });

/** Where one session of the database stands. */
interface Session {
  isOpen: boolean;
  /** The job of its transaction, or of the last one; undefined where it was none. */
  job: { topic: string; subject: string } | undefined;
  used: Usage;
  /** Whether the usage that comes next is that of a statement's run, not of what comes before it. */
  isRun: boolean;
  usage: Usage | undefined;
}

const fresh = (): Session => ({
  isOpen: false,
  job: undefined,
  used: nothing(),
  isRun: false,
  usage: undefined,
});

/** How a role's statements are to be written down, as settings of that role. */
export const WRITTEN_DOWN = {
  // What a step took; its text stands beside it, and is written only after it was measured.
  log_statement_stats: 'on',
  // Work is known by what it takes out of the outbox. This is written within what is measured: in few words.
  log_statement: 'mod',
  log_parameter_max_length: '64',
} as const;

/** Reads what the database writes down of each statement of a role that is told to by `WRITTEN_DOWN`. */
export class StatementLog {
  private readonly sessions = new Map<string, Session>();
  private offset = 0;
  private rest = '';

  constructor(private readonly file: string) {}

  /** What was done since the last time, in the order of its end. */
  async read(): Promise<Work[]> {
    const entries = (this.rest + (await this.more())).split(NEXT_ENTRY);
    // The last one may go on.
    this.rest = entries.pop() ?? '';
    if (this.rest.endsWith('\n')) {
      entries.push(this.rest.trimEnd());
      this.rest = '';
    }
    return entries.flatMap((entry) => this.take(entry) ?? []);
  }

  private async more(): Promise<string> {
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

  private take(entry: string): Work | undefined {
    const [, pid = '', kind, text = ''] = ENTRY.exec(entry) ?? [];
    const session = this.sessions.get(pid) ?? fresh();
    this.sessions.set(pid, session);
    if (kind === 'LOG') takeTitle(session, text);
    if (kind === 'DETAIL') takeDetail(session, text);
    return kind === 'STATEMENT' ? takeStatement(session, text) : undefined;
  }
}

function takeTitle(session: Session, text: string): void {
  const [, step] = MEASURED.exec(text) ?? [];
  session.isRun = step === 'QUERY' || step === 'EXECUTE MESSAGE';
}

/** What a step used, or the parameters of a statement that changes something. */
function takeDetail(session: Session, text: string): void {
  const [, user, system, elapsed] = USAGE.exec(text) ?? [];
  if (user !== undefined) {
    session.usage = {
      ms: Number(elapsed) * 1_000,
      cpuMs: (Number(user) + Number(system)) * 1_000,
      statements: session.isRun ? 1 : 0,
    };
  } else if (session.isOpen && !session.job) {
    const parameters = new Map([...text.matchAll(PARAMETER)].map(([, place, value]) => [place, value]));
    const [topic, subject] = [parameters.get('1'), parameters.get('2')];
    if (topic !== undefined && subject !== undefined) session.job = { topic, subject };
  }
}

/** The statement that the usage was of. */
function takeStatement(session: Session, sql: string): Work | undefined {
  const { usage } = session;
  if (!usage) return undefined;
  session.usage = undefined;
  if (sql.startsWith('START TRANSACTION')) Object.assign(session, fresh(), { isOpen: true });
  // Who looks for work is no part of any.
  if (!session.isOpen && OUTBOX.test(sql)) return undefined;
  const used = {
    ms: session.used.ms + usage.ms,
    cpuMs: session.used.cpuMs + usage.cpuMs,
    statements: session.used.statements + usage.statements,
  };
  const isTransaction = session.isOpen;
  const hasEnded = isTransaction ? /^(COMMIT|ROLLBACK)/.test(sql) : usage.statements > 0;
  session.used = hasEnded ? nothing() : used;
  if (!hasEnded) return undefined;
  session.isOpen = false;
  // What comes after a transaction belongs to it: the pool hands out first whom it got back last.
  return session.job && { ...session.job, isTransaction, ...used };
}
