import { open } from 'node:fs/promises';

/** What the database did in one go for a job. */
export interface Work {
  /** The member whom it was about. */
  subject: string;
  /** What stood in the outbox for it; undefined for what was read after the commit, to be told. */
  topic: string | undefined;
  /** The server's own time of all its statements: parsing, planning, running, committing. */
  ms: number;
  statements: number;
}

const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] (\w+): {2}([\s\S]*)$/;
const NEXT_ENTRY = /\n(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/;
const DURATION = /^duration: ([\d.]+) ms {2}(?:statement|parse|bind|execute)[^:]*: ([\s\S]*)$/;
const RUN = /^duration: [\d.]+ ms {2}(?:statement|execute)/;
const PARAMETER = /\$(\d+) = '([^']*)'/g;

/** Where one session of the database stands. */
interface Session {
  ms: number;
  statements: number;
  inTransaction: boolean;
  /** Whether what was written down last is that a statement was run. */
  hasRun: boolean;
  topic: string | undefined;
  subject: string | undefined;
}

const fresh = (): Session => ({
  ms: 0,
  statements: 0,
  inTransaction: false,
  hasRun: false,
  topic: undefined,
  subject: undefined,
});

/** Reads what the database writes down of each statement, where it is told to: `log_min_duration_statement = 0`. */
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
    if (kind === 'DETAIL') return this.takeParameters(session, text);
    const [, ms, sql = ''] = DURATION.exec(text) ?? [];
    if (ms === undefined) return [];
    if (sql.startsWith('START TRANSACTION')) Object.assign(session, fresh(), { inTransaction: true });
    session.ms += Number(ms);
    session.hasRun = RUN.test(text);
    if (session.hasRun) session.statements += 1;
    if (!session.inTransaction || !/^(COMMIT|ROLLBACK)/.test(sql)) return [];
    const { subject, topic, statements } = session;
    const done = { subject: subject ?? '', topic, ms: session.ms, statements };
    Object.assign(session, fresh());
    return subject === undefined ? [] : [done];
  }

  private takeParameters(session: Session, text: string): Work[] {
    const parameters = new Map([...text.matchAll(PARAMETER)].map(([, place, value]) => [place, value ?? '']));
    if (session.inTransaction) {
      // The first statement takes the work out of the outbox: its topic and its subject.
      session.topic ??= parameters.get('1');
      session.subject ??= parameters.get('2');
      return [];
    }
    if (!session.hasRun) return [];
    const { ms, statements } = session;
    Object.assign(session, fresh());
    return [{ subject: parameters.get('1') ?? '', topic: undefined, ms, statements }];
  }
}
