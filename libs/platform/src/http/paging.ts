import { FIRST_SEQ_HEADER, LIMITS, NEXT_CURSOR_HEADER, pageQuery } from '@oniverse/contracts';
import type { FastifyInstance } from 'fastify';
import { dtoOf } from './dto.js';

export class PageQueryDto extends dtoOf(pageQuery) {}

export class Page<T> {
  private constructor(
    readonly items: readonly T[],
    /** null on the last page */
    readonly nextCursor: string | null,
    /** The `seq` at which the history of a channel begins; undefined for other lists. */
    readonly firstSeq?: number,
  ) {}

  /**
   * Returns a page that ends early at `LIMITS.page.bytes`.
   * @param rows those of the page, and at least one more unless it is the last page
   */
  static of<R extends { id: string }, T>(rows: readonly R[], limit: number, view: (row: R) => T): Page<T> {
    const items: T[] = [];
    // The brackets, and a comma for each item.
    let bytes = 1;
    for (const row of rows.slice(0, limit)) {
      const item = view(row);
      bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
      if (bytes > LIMITS.page.bytes && items.length > 0) break;
      items.push(item);
    }
    return new Page(items, rows.length > items.length ? (rows[items.length - 1]?.id ?? null) : null);
  }

  /** Returns messages of a channel, whose pages follow by `seq`. */
  static ofHistory<T>(messages: readonly T[], firstSeq: number): Page<T> {
    return new Page(messages, null, firstSeq);
  }

  /** Returns the same entries without a following page. */
  asOnlyPage(): Page<T> {
    return new Page(this.items, null);
  }

  /** Returns a page with other items, before the same next page. */
  withItems<U>(items: readonly U[]): Page<U> {
    return new Page(items, this.nextCursor);
  }
}

/** Sends the items of a page as the response body, and its cursor or beginning as a header. */
export function sendPagesAsLists(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, payload, done) => {
    if (!(payload instanceof Page)) return done(null, payload);
    if (payload.nextCursor !== null) reply.header(NEXT_CURSOR_HEADER, payload.nextCursor);
    if (payload.firstSeq !== undefined) reply.header(FIRST_SEQ_HEADER, payload.firstSeq);
    done(null, payload.items);
  });
}
