import { Injectable } from '@nestjs/common';
import {
  hasOperators,
  isUuid,
  type MessageOrder,
  readMessageQuery,
  SEARCH_MESSAGES,
  type SearchKind,
  type SearchPlace,
  type SearchPlacesQuery,
  type SearchQuery,
  type SearchView,
} from '@oniverse/contracts';
import { invalidField, type RateLimit, RateLimits } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../shared/index.js';
import { nameTermsOf, type ReadQuery, wordTermsOf } from './search-terms.js';
import { SearchSlots } from './search-slots.js';
import { isTimeout, SearchRepository } from './search.repository.js';
import { bestCursorOf } from './message-rank.js';
import { isRanked, MessageSearchRepository } from './message-search.repository.js';
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
/** Kinds in the order of time; the others are in the order of names. Messages check their cursors. */
const BY_TIME: ReadonlySet<SearchKind> = new Set(['pictures', 'posts']);

interface SearchRequest extends Request {
  server?: string;
  order: MessageOrder;
}

type Finder = (
  manager: EntityManager,
  request: SearchRequest,
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
      const { after, order } = request;
      if (after && !(isRanked({ order, terms }) ? bestCursorOf(after) : isUuid(after.key))) throw badCursor();
      const rows = isEmpty ? [] : await this.messages.findMessages(manager, { ...request, terms, asked });
      return { messages: pageOf(rows, request.limit, (row) => foundMessage(row, asked.text)) };
    },
  };

  constructor(
    private readonly access: AccessService,
    private readonly limits: RateLimits,
    private readonly repository: SearchRepository,
    private readonly messages: MessageSearchRepository,
    private readonly slots: SearchSlots,
  ) {}

  /** @throws ProblemError `validation_failed`, `rate_limited`, `unavailable`, `not_found` and `not_a_member` for the dimension */
  async search(
    readerId: string,
    { q, kinds: asked, limit, cursor, server, order }: SearchQuery,
  ): Promise<SearchView> {
    const kinds = server === undefined ? asked : asked.filter((kind) => kind === 'messages');
    const request = {
      readerId,
      limit,
      order,
      ...(server !== undefined && { server }),
      ...(cursor !== undefined && { after: readCursor(cursor, kinds) }),
    };
    await this.limits.consume(SEARCH_LIMIT, readerId);
    if (server !== undefined) await this.access.requireServer(readerId, server, 'followMessages');
    return this.slots.runSearch(readerId, async () => this.findAll(request, q, kinds));
  }

  /** @throws ProblemError `rate_limited`, `unavailable` */
  async listPlaces(readerId: string, query: SearchPlacesQuery): Promise<{ items: SearchPlace[] }> {
    await this.limits.consume(SEARCH_LIMIT, readerId);
    return this.slots.runSearch(readerId, async () => {
      const places: { items: SearchPlace[] } = { items: [] };
      await unlessTimedOut(() =>
        this.repository.read(async (manager) => {
          places.items = await this.messages.findPlaces(manager, readerId, query);
        }),
      );
      return places;
    });
  }

  private async findAll(
    request: SearchRequest,
    q: string,
    kinds: readonly SearchKind[],
  ): Promise<SearchView> {
    const found: SearchView = { isComplete: true };
    found.isComplete = await unlessTimedOut(() =>
      this.repository.read(async (manager) => {
        const query = await this.repository.readQuery(manager, q);
        for (const kind of ORDER) {
          if (kinds.includes(kind))
            Object.assign(found, await this.finders[kind](manager, request, query, q));
        }
        if (isEmpty(found) && request.after === undefined) {
          const similar = await this.findSimilar(manager, request.readerId, q, kinds);
          if (similar.members.length + similar.tags.length > 0) found.similar = similar;
        }
      }),
    );
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

/** Returns whether a search ended in time. */
async function unlessTimedOut(search: () => Promise<void>): Promise<boolean> {
  try {
    await search();
    return true;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return false;
  }
}

function pageOf<R extends Cursor, T>(rows: readonly R[], limit: number, view: (row: R) => T) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(view), nextCursor: last ? `${last.reason}.${last.key}` : null };
}

const badCursor = () => invalidField('cursor', SEARCH_MESSAGES.badSearchCursor);

/** @throws ProblemError `validation_failed` */
function readCursor(cursor: string, [kind, ...others]: readonly SearchKind[]): Cursor {
  const [, reason, key] = /^([0-3])\.(.+)$/su.exec(cursor) ?? [];
  const isValid =
    kind !== undefined && others.length === 0 && key !== undefined && (!BY_TIME.has(kind) || isUuid(key));
  if (!isValid) throw badCursor();
  return { reason: Number(reason), key };
}
