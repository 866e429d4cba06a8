import { Injectable } from '@nestjs/common';
import {
  hasOperators,
  isUuid,
  readMessageQuery,
  SEARCH_MESSAGES,
  type SearchKind,
  type SearchQuery,
  type SearchView,
} from '@oniverse/contracts';
import { invalidField, type RateLimit, RateLimits } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { nameTermsOf, type ReadQuery, wordTermsOf } from './search-terms.js';
import { SearchSlots } from './search-slots.js';
import { isTimeout, SearchRepository } from './search.repository.js';
import { MessageSearchRepository } from './message-search.repository.js';
import type { Cursor, Request } from './search-statements.js';
import {
  foundDimension,
  foundMember,
  foundMessage,
  foundPicture,
  foundPost,
  foundTag,
} from './search.view.js';

/** Someone who types makes a few searches a second. */
const SEARCH_LIMIT: RateLimit = { name: 'search', points: 120, seconds: 60 };
/** Cheapest first, so that a search that runs out of time has found something. */
const ORDER = [
  'members',
  'tags',
  'dimensions',
  'pictures',
  'posts',
  'messages',
] as const satisfies SearchKind[];
/** Kinds in the order of time; the others are in the order of names. */
const BY_TIME: ReadonlySet<SearchKind> = new Set(['pictures', 'posts', 'messages']);

type Finder = (
  manager: EntityManager,
  request: Request,
  query: ReadQuery,
  q: string,
) => Promise<Partial<SearchView>>;

@Injectable()
export class SearchService {
  private readonly finders: Readonly<Record<SearchKind, Finder>> = {
    members: async (manager, request, query, q) => {
      const rows = await this.repository.findMembers(manager, request, nameTermsOf(query, '@'));
      return { members: pageOf(rows, request.limit, (row) => foundMember(row, q)) };
    },
    tags: async (manager, request, query) => {
      const rows = await this.repository.findTags(manager, request, nameTermsOf(query, '#'));
      return { tags: pageOf(rows, request.limit, foundTag) };
    },
    dimensions: async (manager, request, query) => {
      const rows = await this.repository.findDimensions(manager, request, nameTermsOf(query));
      return { dimensions: pageOf(rows, request.limit, foundDimension) };
    },
    pictures: async (manager, request, query) => {
      const terms = wordTermsOf(query);
      const rows = terms ? await this.repository.findPictures(manager, request, terms) : [];
      return { pictures: pageOf(rows, request.limit, foundPicture) };
    },
    posts: async (manager, request, query, q) => {
      const terms = wordTermsOf(query);
      const rows = terms ? await this.repository.findPosts(manager, request, terms) : [];
      return { posts: pageOf(rows, request.limit, (row) => foundPost(row, q)) };
    },
    messages: async (manager, request, query, q) => {
      const asked = readMessageQuery(q);
      const isPlain = !hasOperators(asked);
      const terms = wordTermsOf(isPlain ? query : await this.repository.readQuery(manager, asked.text));
      const isEmpty = terms === undefined && isPlain;
      const rows = isEmpty ? [] : await this.messages.findMessages(manager, { ...request, terms, asked });
      return { messages: pageOf(rows, request.limit, (row) => foundMessage(row, asked.text)) };
    },
  };

  constructor(
    private readonly limits: RateLimits,
    private readonly repository: SearchRepository,
    private readonly messages: MessageSearchRepository,
    private readonly slots: SearchSlots,
  ) {}

  /** @throws ProblemError `validation_failed`, `rate_limited`, `unavailable` */
  async search(readerId: string, { q, kinds, limit, cursor }: SearchQuery): Promise<SearchView> {
    const request = { readerId, limit, ...(cursor !== undefined && { after: readCursor(cursor, kinds) }) };
    await this.limits.consume(SEARCH_LIMIT, readerId);
    return this.slots.runSearch(readerId, async () => this.findAll(request, q, kinds));
  }

  private async findAll(request: Request, q: string, kinds: readonly SearchKind[]): Promise<SearchView> {
    const found: SearchView = { isComplete: true };
    try {
      await this.repository.read(async (manager) => {
        const query = await this.repository.readQuery(manager, q);
        for (const kind of ORDER) {
          if (kinds.includes(kind))
            Object.assign(found, await this.finders[kind](manager, request, query, q));
        }
        if (isEmpty(found) && request.after === undefined) {
          const similar = await this.findSimilar(manager, request.readerId, q, kinds);
          if (similar.members.length + similar.tags.length > 0) found.similar = similar;
        }
      });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      found.isComplete = false;
    }
    return found;
  }

  /** Returns names like the query, for one with a typing error. */
  private async findSimilar(
    manager: EntityManager,
    readerId: string,
    q: string,
    kinds: readonly SearchKind[],
  ): Promise<NonNullable<SearchView['similar']>> {
    const name = q.normalize('NFC').trim().replace(/^[@#]/, '');
    const members = kinds.includes('members')
      ? await this.repository.findSimilarMembers(manager, readerId, name)
      : [];
    const tags = kinds.includes('tags') ? await this.repository.findSimilarTags(manager, readerId, name) : [];
    return { members: members.map((row) => foundMember(row)), tags: tags.map(foundTag) };
  }
}

const isEmpty = (found: SearchView): boolean => ORDER.every((kind) => (found[kind]?.items.length ?? 0) === 0);

interface FoundRow {
  reason: number;
  key: string;
}

function pageOf<R extends FoundRow, T>(rows: readonly R[], limit: number, view: (row: R) => T) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(view), nextCursor: last ? `${last.reason}.${last.key}` : null };
}

/** @throws ProblemError `validation_failed` */
function readCursor(cursor: string, [kind, ...others]: readonly SearchKind[]): Cursor {
  const [, reason, key] = /^([0-3])\.(.+)$/su.exec(cursor) ?? [];
  const isValid =
    kind !== undefined && others.length === 0 && key !== undefined && (!BY_TIME.has(kind) || isUuid(key));
  if (!isValid) throw invalidField('cursor', SEARCH_MESSAGES.badSearchCursor);
  return { reason: Number(reason), key };
}
