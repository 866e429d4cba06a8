import {
  LIMITS,
  MESSAGES,
  NEXT_CURSOR_HEADER,
  RULES,
  SORT_ORDERS,
  type SortOrder,
} from '@oniverse/contracts';
import type { FastifyInstance } from 'fastify';
import { Id, OneOf, RuledText, TagName, WholeNumber } from './fields.js';

/** Which page of a list. */
export class PageQueryDto {
  @WholeNumber('How many entries at most.', {
    min: 1,
    max: LIMITS.page.max,
    message: MESSAGES.badLimit,
    example: LIMITS.page.default,
    inQuery: true,
  })
  limit: number = LIMITS.page.default;

  @Id('Where the page before ended: its answer’s X-Next-Cursor.', { optional: true })
  cursor?: string;
}

/** Which page of one's own things, and which of them. */
export class ListQueryDto extends PageQueryDto {
  @RuledText(RULES.search.q)
  q?: string;

  @TagName('Only what has this tag.', { optional: true })
  tag?: string;

  @OneOf(SORT_ORDERS, { description: 'In which order.', message: MESSAGES.badSort })
  sort: SortOrder = 'newest';
}

/** One page of a list: what it holds, and where the list goes on. */
export class Page<T> {
  private constructor(
    readonly items: readonly T[],
    /** null where this is the last page */
    readonly nextCursor: string | null,
  ) {}

  /**
   * @param rows one more than `limit` where there is more
   * @param view what goes over the wire of a row
   */
  static of<R extends { id: string }, T>(rows: readonly R[], limit: number, view: (row: R) => T): Page<T> {
    const shown = rows.slice(0, limit);
    return new Page(shown.map(view), rows.length > limit ? (shown.at(-1)?.id ?? null) : null);
  }
}

/** Sends a page as the plain list that it is, and where it goes on in a header. */
export function sendPagesAsLists(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, payload, done) => {
    if (!(payload instanceof Page)) return done(null, payload);
    if (payload.nextCursor !== null) reply.header(NEXT_CURSOR_HEADER, payload.nextCursor);
    done(null, payload.items);
  });
}
