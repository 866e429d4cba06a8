import { open } from 'node:fs/promises';

/** What the database did in one go for a job. */
export interface Work {
  /** The member whom it was about. */
  subject: string;
  /** What stood in the outbox for it; undefined for what was read after the commit, to be told. */
  topic: string | undefined;
  /** The server's own time of all its statements: parsing, planning, running, committing, and waiting. */
  ms: number;
  /** What of it the server's process had a processor for. */
  cpuMs: number;
  statements: number;
}

const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] (\w+): {2}([\s\S]*)$/;
const NEXT_ENTRY = /\n(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/;
const DURATION = /^duration: ([\d.]+) ms {2}(?:statement|parse|bind|execute)[^:]*: ([\s\S]*)$/;
const RUN = /^duration: [\d.]+ ms {2}(?:statement|execute)/;
const USAGE = /^! system usage stats:\s+!\s+([\d.]+) s user, ([\d.]+) s system/;
const PARAMETER = /\$(\d+) = '([^']*)'/g;

/** Where one session of the database stands. */
interface Session {
  ms: number;
  cpuMs: number;
  statements: number;
  inTransaction: boolean;
  /** Whether what was written down last is that a transaction ended, or a statement that was in none. */
  hasEnded: boolean;
  topic: string | undefined;
  subject: string | undefined;
}

const fresh = (): Session => ({
  ms: 0,
  cpuMs: 0,
  statements: 0,
  inTransaction: false,
  hasEnded: false,
  topic: undefined,
  subject: undefined,
});

/**
 * Reads what the database writes down of each statement, where it is told to: `log_min_duration_statement = 0` and
 * `log_statement_stats = on`.
 */
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
    return entries.flatMap((entry) => this.take(entry));
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

  private take(entry: string): Work[] {
    const [, pid = '', kind, text = ''] = ENTRY.exec(entry) ?? [];
    const session = this.sessions.get(pid) ?? fresh();
    this.sessions.set(pid, session);
    if (kind === 'DETAIL') return this.takeDetail(session, text);
    const [, ms, sql = ''] = DURATION.exec(text) ?? [];
    if (ms === undefined) return [];
    if (sql.startsWith('START TRANSACTION')) Object.assign(session, fresh(), { inTransaction: true });
    session.ms += Number(ms);
    const hasRun = RUN.test(text);
    if (hasRun) session.statements += 1;
    session.hasEnded = session.inTransaction ? /^(COMMIT|ROLLBACK)/.test(sql) : hasRun;
    return [];
  }

  /** A statement's parameters, or, after them, what it used. */
  private takeDetail(session: Session, text: string): Work[] {
    const [, user, system] = USAGE.exec(text) ?? [];
    if (user === undefined) {
      this.takeParameters(session, text);
      return [];
    }
    session.cpuMs += (Number(user) + Number(system)) * 1_000;
    if (!session.hasEnded) return [];
    const { subject, topic, ms, cpuMs, statements } = session;
    Object.assign(session, fresh());
    return subject === undefined ? [] : [{ subject, topic, ms, cpuMs, statements }];
  }

  private takeParameters(session: Session, text: string): void {
    const parameters = new Map([...text.matchAll(PARAMETER)].map(([, place, value]) => [place, value ?? '']));
    if (session.inTransaction) {
      // The first statement takes the work out of the outbox: its topic and its subject.
      session.topic ??= parameters.get('1');
      session.subject ??= parameters.get('2');
    } else session.subject = parameters.get('1');
  }
}
