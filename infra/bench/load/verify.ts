import { setTimeout as delay } from 'node:timers/promises';
import { field, numberField, text } from '../live/load/dialect.js';
import { findLost, type Ledger, type Shown } from './ledger.js';
import type { LoadMember } from './member.js';
import { isOk, request } from './request.js';

const PAGE = 100;
const ATTEMPTS = 5;
const RETRY_MS = 1_000;
/** For what was acknowledged at the end to arrive. */
const ARRIVAL_MS = 15_000;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a message of a history as what a ledger compares. */
function shownOf(message: unknown): Shown {
  const reactions = list(field(message, 'reactions')).map((reaction) => [
    text(reaction, 'emoji'),
    numberField(reaction, 'count'),
  ]);
  const content = field(message, 'content');
  return {
    id: text(message, 'id'),
    content: typeof content === 'string' ? content : '',
    reactions: Object.fromEntries(reactions),
    files: list(field(message, 'attachments')).map((file) => text(file, 'path')),
  };
}

/** Reads what the site has, as several members by turns, and finds what it acknowledged and does not show. */
export class Verifier {
  private turn = 0;

  constructor(
    private readonly urls: readonly string[],
    private readonly ledger: Ledger,
    private readonly members: readonly LoadMember[],
  ) {}

  /** Returns one line for each acknowledged thing that is missing, and for each member who did not receive what was sent. */
  async findLost(): Promise<string[]> {
    const lost: string[] = [];
    // What is acknowledged from now on may be missing in what is read.
    for (const [channelId, written] of structuredClone(this.ledger.channels)) {
      const writers = new Set(written.map(({ member }) => member));
      const readers = this.members.filter(({ number }) => writers.has(number));
      const shown = await this.read(channelId, readers);
      lost.push(...(await findLost(written, shown, async (path) => this.readFile(path, readers))));
      lost.push(...(await this.findUndelivered(channelId, Math.max(0, ...shown.keys()))));
    }
    return lost;
  }

  private async findUndelivered(channelId: string, lastSeq: number): Promise<string[]> {
    const end = Date.now() + ARRIVAL_MS;
    const waiting = () => this.members.filter((member) => !member.hasReceived(channelId, lastSeq));
    while (waiting().length > 0 && Date.now() < end) await delay(100);
    return waiting().map(({ number }) => `delivery to member ${number} in ${channelId}`);
  }

  private async read(channelId: string, readers: readonly LoadMember[]): Promise<Map<number, Shown>> {
    const shown = new Map<number, Shown>();
    for (let after = 0, hasMore = true; hasMore;) {
      const page = list(
        await this.get(`/api/channels/${channelId}/messages?after=${after}&limit=${PAGE}`, readers),
      );
      for (const message of page) shown.set(numberField(message, 'seq'), shownOf(message));
      after = numberField(page.at(-1), 'seq');
      hasMore = page.length > 0;
    }
    return shown;
  }

  private async readFile(path: string, readers: readonly LoadMember[]): Promise<string | undefined> {
    const bytes = path === '' ? undefined : await this.get(path, readers);
    return typeof bytes === 'string' ? bytes : undefined;
  }

  /** Resolves with undefined if it is refused several times. */
  private async get(path: string, readers: readonly LoadMember[]): Promise<unknown> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      this.turn += 1;
      const url = this.urls[this.turn % this.urls.length] ?? '';
      const sessionId = readers[this.turn % readers.length]?.sessionId ?? '';
      const answer = await request('GET', `${url}${path}`, sessionId);
      if (answer && isOk(answer)) return answer.body;
      if (answer?.status === 404) return undefined;
      await delay(RETRY_MS);
    }
    return undefined;
  }
}
