import { Injectable } from '@nestjs/common';
import { type ColumnsOf, foldCase, type FoundDimension, SEARCH, USER_DEFAULTS } from '@oniverse/contracts';
import { listedFor, PROFILE_START, SEARCHED, START_OF_POST, TITLE_MARK, VISIBLE } from '@oniverse/data';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { authorColumns, type AuthorRow } from '../../shared/index.js';
import {
  commonTerms,
  containing,
  namesOf,
  newestOf,
  Parameters,
  type Request,
  selectiveTerms,
  wordsIn,
} from './search-statements.js';
import type { NameTerms, ReadQuery, Term, WordTerms } from './search-terms.js';

/** The time of a search in one kind. */
const TIMEOUT_MS = 500;
/** PostgreSQL's error code for an expired `statement_timeout`. */
const QUERY_CANCELED = '57014';
/** So many of the newest posts show which words are common. */
const SAMPLE = 200;
/** The share of trigrams, from 0 to 1, that names have in common to be alike: a typing error in a word of six letters. */
const SIMILAR = 0.35;

/** The reason of members whose profile text alone matches. */
const BY_PROFILE = 3;

interface Found {
  /** Smaller numbers come first. */
  reason: number;
  /** Orders entries of the same reason. */
  key: string;
}

export interface MemberRow extends Found, AuthorRow {
  id: string;
  bio: string | null;
  /** The beginning of the profile text if only that matches. */
  profile?: string | null;
}

export interface TagRow extends Found {
  member_count: number;
}

export interface DimensionRow extends Found, ColumnsOf<FoundDimension> {}

export interface PictureRow extends Found, AuthorRow {
  title: string | null;
  tags: string[];
  image_url: string;
  created_at: Date;
}

export interface PostRow extends Found, AuthorRow {
  title: string;
  text: string;
  created_at: Date;
}

/** Returns whether a search was ended because it took too long. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof QueryFailedError && Reflect.get(error.driverError, 'code') === QUERY_CANCELED;

/**
 * Joins the number of members who show a tag and are not across a block from the reader, counted up to a limit. The hidden
 * ones are looked up one by one, so a reader without blocks pays nothing for them.
 */
const membersOfTag = (tagId: string, reader: string): string => `CROSS JOIN LATERAL (
    SELECT count(*)::integer AS count FROM blocks block JOIN user_tags ON tag_id = ${tagId} AND user_id = block.other_id
     WHERE block.member_id = ${reader}
  ) hidden CROSS JOIN LATERAL (
    SELECT count(*)::integer - hidden.count AS member_count
      FROM (SELECT FROM user_tags WHERE tag_id = ${tagId} LIMIT ${SEARCH.tagMembers} + hidden.count) counted
  ) shown`;

/** Finds what the reader may see. Lists return `limit + 1` rows if another page follows. */
@Injectable()
export class SearchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs searches in one transaction, whose statements see the same rows, and each of which fails after `TIMEOUT_MS`. */
  async read(work: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      // Compiling a plan, or starting processes for it, takes longer than running it. A frequent word needs more memory
      // than the default; without, each of its rows is checked again.
      await manager.query(
        `SELECT set_config('statement_timeout', $1, true), set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
                set_config('work_mem', '32MB', true), set_config('transaction_read_only', 'on', true),
                set_config('pg_trgm.similarity_threshold', $2, true),
                set_config('pg_trgm.word_similarity_threshold', $2, true)`,
        [String(TIMEOUT_MS), String(SIMILAR)],
      );
      await work(manager);
    });
  }

  /** Returns a query in the form in which texts and searches are compared. */
  async readQuery(manager: EntityManager, q: string): Promise<ReadQuery> {
    const rows: ReadQuery[] = await manager.query(
      `SELECT form, search_words(form) AS words, search_runs(form) AS runs FROM (SELECT search_form($1) AS form) given`,
      [q],
    );
    return rows[0] ?? { form: '', words: '', runs: '' };
  }

  async findMembers(manager: EntityManager, request: Request, terms: NameTerms): Promise<MemberRow[]> {
    const parameters = new Parameters();
    const isListed = listedFor('thing', parameters.add(request.readerId));
    const prefix = parameters.add(terms.prefix);
    const byName = `${SEARCHED.username} LIKE ${prefix}`;
    const byDisplayName = `${SEARCHED.displayName} LIKE ${prefix}`;
    const byWords = containing(terms, SEARCHED.member, parameters);
    const found = namesOf('users', 'thing.username', parameters, request, [
      { reason: 0, condition: `${byName} AND ${isListed}` },
      { reason: 1, condition: `${byDisplayName} AND (${byName}) IS NOT TRUE AND ${isListed}` },
      ...byWords.map((contains) => ({
        reason: 2,
        condition: `${contains} AND (${byName} OR ${byDisplayName}) IS NOT TRUE AND ${isListed}`,
      })),
      ...containing(terms, SEARCHED.profile, parameters).map((contains) => ({
        reason: BY_PROFILE,
        condition: `${contains} AND (${[byName, byDisplayName, ...byWords].map((by) => `(${by})`).join(' OR ')}) IS NOT TRUE
          AND thing.profile_markdown <> ${parameters.add(USER_DEFAULTS.profileMarkdown)} AND ${isListed}`,
      })),
    ]);
    return manager.query(
      `SELECT found.reason, found.key, found.id, ${authorColumns('thing')}, thing.bio,
              CASE WHEN found.reason = ${BY_PROFILE} THEN left(thing.profile_markdown, ${PROFILE_START}) END AS profile
         FROM (${found}) found JOIN users thing ON thing.id = found.id ORDER BY found.reason, found.key`,
      parameters.values,
    );
  }

  /** Finds members with a name like the query, most alike first. */
  async findSimilarMembers(manager: EntityManager, readerId: string, q: string): Promise<MemberRow[]> {
    const parameters = new Parameters();
    const isListed = listedFor('thing', parameters.add(readerId));
    const name = `casefold(${parameters.add(q)}::text COLLATE "pg_unicode_fast")`;
    return manager.query(
      `SELECT 0 AS reason, thing.username AS key, thing.id, ${authorColumns('thing')}, thing.bio FROM users thing
        WHERE ${name} <% ${SEARCHED.memberTrigrams} AND ${isListed}
          AND greatest(similarity(${name}, thing.username),
                       similarity(${name}, casefold(coalesce(thing.display_name, '') COLLATE "pg_unicode_fast"))) >= ${SIMILAR}
        ORDER BY word_similarity(${name}, ${SEARCHED.memberTrigrams}) DESC, thing.username COLLATE "C" LIMIT ${SEARCH.similar}`,
      parameters.values,
    );
  }

  /** Finds shown tags like the query, most alike first. */
  async findSimilarTags(manager: EntityManager, readerId: string, q: string): Promise<TagRow[]> {
    return manager.query(
      `SELECT 0 AS reason, thing.name AS key, shown.member_count
         FROM (SELECT id, name FROM tags WHERE name % $1 AND usage_count > 0
                ORDER BY similarity(name, $1) DESC, name COLLATE "C" LIMIT ${SEARCH.similar}) thing
              ${membersOfTag('thing.id', '$2')}
        ORDER BY similarity(thing.name, $1) DESC, thing.name COLLATE "C"`,
      [foldCase(q), readerId],
    );
  }

  /** Finds tags of visible items. Counts only members who show the tag. */
  async findTags(manager: EntityManager, request: Request, terms: NameTerms): Promise<TagRow[]> {
    const parameters = new Parameters();
    const reader = parameters.add(request.readerId);
    const byName = `${SEARCHED.tagName} LIKE ${parameters.add(terms.prefix)}`;
    const found = namesOf('tags', 'thing.name', parameters, request, [
      { reason: 0, condition: `${byName} AND thing.usage_count > 0` },
      ...containing(terms, SEARCHED.tag, parameters).map((contains) => ({
        reason: 1,
        condition: `${contains} AND NOT ${byName} AND thing.usage_count > 0`,
      })),
    ]);
    return manager.query(
      `SELECT found.reason, found.key, shown.member_count
         FROM (${found}) found ${membersOfTag('found.id', reader)}
        ORDER BY found.reason, found.key`,
      parameters.values,
    );
  }

  /** Finds public dimensions, and private ones that the reader has joined. */
  async findDimensions(manager: EntityManager, request: Request, terms: NameTerms): Promise<DimensionRow[]> {
    const parameters = new Parameters();
    const reader = parameters.add(request.readerId);
    const joined = `NOT thing.is_public AND thing.id IN (SELECT server_id FROM server_members WHERE user_id = ${reader})`;
    const byName = `${SEARCHED.serverName} LIKE ${parameters.add(terms.prefix)}`;
    const found = namesOf(
      'servers',
      `thing.name || ' ' || thing.id`,
      parameters,
      request,
      ['thing.is_public', joined].flatMap((isShown) => [
        { reason: 0, condition: `${byName} AND ${isShown}` },
        ...containing(terms, SEARCHED.server, parameters).map((contains) => ({
          reason: 1,
          condition: `${contains} AND NOT ${byName} AND ${isShown}`,
        })),
      ]),
    );
    return manager.query(
      `SELECT found.reason, found.key, found.id, thing.name, thing.description, thing.member_count, thing.is_public,
              EXISTS (SELECT FROM server_members m WHERE m.server_id = thing.id AND m.user_id = ${reader}) AS has_joined
         FROM (${found}) found JOIN servers thing ON thing.id = found.id ORDER BY found.reason, found.key`,
      parameters.values,
    );
  }

  async findPictures(manager: EntityManager, request: Request, terms: WordTerms): Promise<PictureRow[]> {
    const parameters = new Parameters();
    const { matches, check, confirm } = wordsIn(SEARCHED.picture, terms, parameters);
    const found = newestOf(
      { table: 'images', visible: VISIBLE.image, own: 'true', isPrivate: 'NOT thing.is_public', reason: '0' },
      parameters,
      request,
      terms.isRare,
      [{ reason: 0, check, matches, confirm }],
    );
    return manager.query(
      `SELECT found.reason, found.id AS key, thing.title, thing.tags, thing.image_url, thing.created_at,
              ${authorColumns('owner')}
         FROM (${found}) found JOIN images thing ON thing.id = found.id JOIN users owner ON owner.id = thing.user_id
        ORDER BY found.reason, found.id DESC`,
      parameters.values,
    );
  }

  /** Posts whose title matches come before those whose text does. */
  async findPosts(manager: EntityManager, request: Request, terms: WordTerms): Promise<PostRow[]> {
    const indexed = terms.isRare ? await this.findSelectiveTerms(manager, terms) : terms.terms;
    const parameters = new Parameters();
    const text = wordsIn(SEARCHED.post, terms, parameters, { indexed });
    const title = wordsIn(SEARCHED.postTitle, terms, parameters, { indexed, mark: TITLE_MARK });
    const found = newestOf(
      {
        table: 'posts',
        visible: VISIBLE.post,
        own: 'NOT thing.is_archived',
        isPrivate: 'NOT thing.is_public',
        reason: `CASE WHEN ${title.check} THEN 0 ELSE 1 END`,
      },
      parameters,
      request,
      terms.isRare,
      [
        { reason: 0, ...title },
        {
          reason: 1,
          check: `${text.check} AND NOT ${title.check}`,
          matches: text.matches,
          confirm: `${text.confirm} AND NOT ${title.check}`,
        },
      ],
    );
    return manager.query(
      `SELECT found.reason, found.id AS key, thing.title, ${START_OF_POST} AS text, thing.created_at,
              ${authorColumns('owner')}
         FROM (${found}) found JOIN posts thing ON thing.id = found.id JOIN users owner ON owner.id = thing.user_id
        ORDER BY found.reason, found.id DESC`,
      parameters.values,
    );
  }

  /** Returns the terms to look up in the index of posts. */
  private async findSelectiveTerms(manager: EntityManager, terms: WordTerms): Promise<readonly Term[]> {
    if (terms.termsWithoutStart === undefined) return terms.terms;
    const parameters = new Parameters();
    const rows: { are_common: boolean[] }[] = await manager.query(
      `SELECT ${commonTerms(SEARCHED.post.terms, terms.terms, parameters)} AS are_common
         FROM (SELECT * FROM posts thing WHERE ${VISIBLE.post} ORDER BY thing.id DESC LIMIT ${SAMPLE}) thing`,
      parameters.values,
    );
    return selectiveTerms(terms, rows[0]?.are_common ?? []);
  }
}
