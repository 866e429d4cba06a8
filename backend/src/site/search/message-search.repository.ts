import { Injectable } from '@nestjs/common';
import {
  foldCase,
  type FoundMessage,
  type MessageOrder,
  type MessagePart,
  type MessageQuery,
  SEARCH,
  type SearchPlace,
  type SearchPlacesQuery,
} from '@oniverse/contracts';
import {
  BY_JOINING,
  followableBy,
  fromOtherMembers,
  isKept,
  nameOfChannel,
  SEARCHED,
  type SearchedTerms,
  serverOfChannel,
  unblocked,
  unmuted,
} from '@oniverse/data';
import type { EntityManager } from 'typeorm';
import { authorColumns, type OptionalAuthorRow } from '../../shared/index.js';
import { type BestCursor, bestCursorOf, bestKeyOf, byRank, rankerOf } from './message-rank.js';
import {
  commonTerms,
  type Cursor,
  Parameters,
  type Request,
  selectiveTerms,
  wordsIn,
} from './search-statements.js';
import type { Term, WordTerms } from './search-terms.js';

/**
 * So many of the newest messages of all dimensions and conversations together are read one by one, of each at least `LEAST`.
 * That finds frequent words at once; a rarer one is looked up in the index.
 */
const RECENT = 5_000;
const LEAST = 10;
/** Of the messages that were read one by one and match, so many are shown in turn, if no operator excludes many of them. */
const MATCHING = 500;
/** Of so many conversations, those with the latest messages, the newest messages are read one by one. */
const LIVELY = 200;
/** So many of the newest games of a player are read. */
const GAMES = 5_000;
/** Without words, older messages are read one by one, so many times. */
const TURNS = 4;
/** So many messages with a rarer word are sorted; which ones is arbitrary if there are more. */
const OLDER = 20_000;

/** A message that was found, to be put in order. */
interface RankedRow {
  id: string;
  text: string;
}

interface ShownRow extends RankedRow, OptionalAuthorRow, Pick<FoundMessage, 'place' | 'conversation'> {
  created_at: Date;
}

export interface FoundMessageRow extends ShownRow, Cursor {}

/** A search of messages. */
export interface MessageRequest extends Request {
  /** Undefined if the operators alone say what to find. */
  terms: WordTerms | undefined;
  asked: MessageQuery;
  order: MessageOrder;
  /** The only dimension to search, which the reader has joined. */
  server?: string;
  /** The only messages to search: from one to another. */
  among?: Pick<BestCursor, 'newest' | 'oldest'>;
}

/** Returns whether a search puts its messages in the order of the best. Without words, none is better. */
export const isRanked = ({ order, terms }: Pick<MessageRequest, 'order' | 'terms'>): boolean =>
  order === 'best' && terms !== undefined;

/** How found messages are selected, as `thing`. */
interface View {
  columns: (reader: string) => string;
  joins: string;
}

/** Where a member searches messages. */
interface Places {
  servers: string[];
  /** With the latest message first. */
  conversations: string[];
  /** The channels and conversations that are called as asked; undefined for all. */
  named?: string[];
  /** No message of the conversations after the first `LIVELY`, or in a followed thread, has a higher id. Null if there are none. */
  restTo: string | null;
  /** Private channels of the servers that the member may not read. */
  closed: string[];
}

/** What the newest messages say of a query. */
interface Recent {
  /** The ids of those that match, newest first. */
  matching: string[];
  /** All messages with this id or a higher one were read. Null if all of them were. */
  readTo: string | null;
  /** Whether each term is common. */
  areCommon: boolean[];
}

/** The terms that the index has of a message, on a row aliased `indexed`. */
const INDEXED: SearchedTerms = { ...SEARCHED.message, terms: 'indexed.terms' };

/** SQL expression: where the message `thing` is in a dimension. */
const PLACE = `CASE WHEN server.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
    'serverId', server.id, 'serverName', server.name, 'isPublic', server.is_public, 'channelId', channel.id,
    'channelName', ${nameOfChannel('channel', 'parent')}, 'parentId', channel.parent_id, 'seq', thing.seq)) END AS place`;

/** SQL expression: the conversation of the message `thing`, as its list shows it, but without members across a block. */
const conversationFor = (
  reader: string,
): string => `CASE WHEN channel.is_conversation THEN jsonb_build_object(
    'id', coalesce(parent.id, channel.id), 'name', nullif(coalesce(parent.name, channel.name), ''), 'seq', thing.seq,
    'members', ARRAY(
      SELECT member.username ${fromOtherMembers('coalesce(parent.id, channel.id)', reader)}
         AND ${unblocked('peer.user_id', reader)} ${BY_JOINING})
    ) || CASE WHEN parent.id IS NULL THEN '{}' ELSE jsonb_build_object('threadId', channel.id) END END AS conversation`;

/** SQL: the conversations of two of a reader, as their own `own`, with the other `member`. */
const fromPairs = (reader: string): string =>
  `FROM conversation_members own JOIN conversations talk ON talk.channel_id = own.channel_id AND NOT talk.is_group
     JOIN conversation_members peer ON peer.channel_id = own.channel_id AND peer.user_id <> ${reader}
     JOIN users member ON member.id = peer.user_id
    WHERE own.user_id = ${reader}`;

/** What an answer has of a message. */
const SHOWN: View = {
  columns: (reader) =>
    `thing.id, thing.content AS text, thing.created_at, ${authorColumns('owner')}, ${PLACE}, ${conversationFor(reader)}`,
  joins: `JOIN channels channel ON channel.id = thing.channel_id
    LEFT JOIN channels parent ON parent.id = channel.parent_id
    LEFT JOIN servers server ON server.id = ${serverOfChannel('channel')}
    LEFT JOIN users owner ON owner.id = thing.user_id`,
};
/** What decides its place in the order of the best. */
const RANKED: View = { columns: () => 'thing.id, thing.content AS text', joins: '' };

/** SQL conditions of what a message `thing` has. */
const HAS: Readonly<Record<MessagePart, string>> = {
  link: `thing.content ~ 'https?://'`,
  file: 'thing.has_files',
  picture: `thing.has_files AND EXISTS (
    SELECT FROM attachments picture WHERE picture.message_id = thing.id AND picture.kind = 'picture')`,
  reaction: `EXISTS (
    SELECT FROM message_reactions reaction WHERE reaction.channel_id = thing.channel_id AND reaction.seq = thing.seq)`,
};
const IS_PINNED =
  'EXISTS (SELECT FROM pins pin WHERE pin.channel_id = thing.channel_id AND pin.seq = thing.seq)';

const paddedWords = (text: string): string => `' ' || search_words(${text}) || ' '`;

/** SQL condition: the words of a phrase follow each other in the message `thing`. */
function phraseIn(phrase: string): string {
  const { form } = SEARCHED.message;
  const given = `search_form(${phrase}::text)`;
  return `position(coalesce(nullif(${paddedWords(given)}, '  '), '') IN ${paddedWords(form)}) > 0
    AND position(search_runs(${given}) IN search_runs(${form})) > 0`;
}

/** SQL conditions of the operators on the message `thing`. */
function askedOf({ from, has, is, phrases, games, players }: MessageQuery, parameters: Parameters): string[] {
  const names = from.map((name) => foldCase(name));
  return [
    ...(names.length > 0
      ? [
          `thing.user_id = ANY (ARRAY(SELECT id FROM users WHERE username = ANY (${parameters.add(names)}::text[])))`,
        ]
      : []),
    ...has.map((part) => HAS[part]),
    ...(is.includes('pinned') ? [IS_PINNED] : []),
    ...(games.length + players.length > 0 ? [offersGame(games, players, parameters)] : []),
    ...phrases.map((phrase) => phraseIn(parameters.add(phrase))),
  ];
}

/** SQL condition: the message `thing` offers one of these games, or any, which all of these members play. */
function offersGame(games: readonly string[], players: readonly string[], parameters: Parameters): string {
  const conditions = [
    ...(games.length > 0 ? [`game.kind = ANY (${parameters.add(games)}::text[])`] : []),
    ...players.map(
      (name) => `EXISTS (SELECT FROM game_players player JOIN users member ON member.id = player.user_id
        WHERE player.game_id = game.channel_id AND member.username = ${parameters.add(foldCase(name))})`,
    ),
  ];
  return `EXISTS (SELECT FROM channels thread JOIN games game ON game.channel_id = thread.id
    WHERE thread.parent_message_id = thing.id AND ${conditions.join(' AND ')})`;
}

/** Returns an id before those of all messages of a moment and after. */
const idAt = (ms: number): string => {
  const hex = Math.max(ms, 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** SQL conditions of the page and the days that were asked for, on a row `indexed`. */
function spanOf({ after, among, asked: { since, until } }: MessageRequest, parameters: Parameters): string {
  const bounds = [
    ...(after ? [['<', after.key]] : []),
    ...(among
      ? [
          ['<=', among.newest],
          ['>=', among.oldest],
        ]
      : []),
    ...(until === undefined ? [] : [['<', idAt(until)]]),
    ...(since === undefined ? [] : [['>=', idAt(since)]]),
  ];
  return bounds.map(([sign, id]) => `AND indexed.message_id ${sign} ${parameters.add(id)}::uuid`).join(' ');
}

/** SQL conditions of the place of a message, on a row `indexed`. */
function placedAs({ is }: MessageQuery, { closed, named }: Places, parameters: Parameters): string {
  return [
    `AND indexed.root_id <> ALL (${parameters.add(closed)}::uuid[])`,
    ...(named ? [`AND indexed.root_id = ANY (${parameters.add(named)}::uuid[])`] : []),
    ...(is.includes('thread') ? ['AND indexed.channel_id <> indexed.root_id'] : []),
  ].join(' ');
}

const cursorOf = (row: ShownRow): FoundMessageRow => ({ ...row, reason: 0, key: row.id });

/** Finds messages of the dimensions and conversations that the reader has joined. */
@Injectable()
export class MessageSearchRepository {
  /** Returns `limit + 1` rows if another page follows. */
  async findMessages(manager: EntityManager, request: MessageRequest): Promise<FoundMessageRow[]> {
    const places = await this.listPlaces(manager, request);
    if (isRanked(request)) return this.findBest(manager, request, places);
    const rows: ShownRow[] = await this.findAmong(manager, request, places, request.terms ? 1 : TURNS, SHOWN);
    return rows.map(cursorOf);
  }

  /** Finds the names that `in:` takes, those that begin with a text first. */
  async findPlaces(
    manager: EntityManager,
    readerId: string,
    { q = '', server }: SearchPlacesQuery,
  ): Promise<SearchPlace[]> {
    return manager.query(
      `SELECT min(place.name) AS name, CASE WHEN count(*) = 1 THEN min(place.server_name) END AS "serverName",
              count(*)::integer AS count
         FROM (
           SELECT channel.name, server.name AS server_name, search_form(channel.name) AS form
             FROM server_members own JOIN servers server ON server.id = own.server_id
             JOIN channels channel ON channel.server_id = own.server_id
            WHERE own.user_id = $1 AND ($3::uuid IS NULL OR own.server_id = $3) AND (NOT channel.is_private OR ${followableBy('channel.id', '$1')})
            UNION ALL
           SELECT channel.name, NULL, search_form(channel.name)
             FROM conversation_members own JOIN channels channel ON channel.id = own.channel_id
            WHERE own.user_id = $1 AND $3 IS NULL AND own.state = 'joined' AND channel.name <> ''
            UNION ALL
           SELECT '@' || member.username, NULL, '@' || member.username
             ${fromPairs('$1')} AND $3 IS NULL AND own.state = 'joined' AND ${unblocked('peer.user_id', '$1')}
         ) place
        WHERE position(search_form($2::text) IN place.form) > 0
        GROUP BY place.form ORDER BY NOT starts_with(place.form, search_form($2::text)), place.form LIMIT ${SEARCH.places}`,
      [readerId, q, server],
    );
  }

  /** Puts the newest messages that match in order. Every page puts the same ones in order. */
  private async findBest(
    manager: EntityManager,
    { after, ...request }: MessageRequest,
    places: Places,
  ): Promise<FoundMessageRow[]> {
    const cursor = after && bestCursorOf(after);
    const rankOf = rankerOf(request.asked.text);
    const wanted = { ...request, limit: SEARCH.best - 1, ...(cursor && { among: cursor }) };
    const found: RankedRow[] = await this.findAmong(manager, wanted, places, 1, RANKED);
    const { newest, oldest } = cursor ?? { newest: found[0]?.id ?? '', oldest: found.at(-1)?.id ?? '' };
    const page = found
      .map(({ id, text }) => ({ ...rankOf(text), id }))
      .filter((ranked) => !cursor || byRank(cursor, ranked) < 0)
      .toSorted(byRank)
      .slice(0, request.limit + 1);
    if (page.length === 0) return [];
    const parameters = new Parameters();
    const ids = `SELECT unnest(${parameters.add(page.map(({ id }) => id))}::uuid[]) AS id`;
    const rows: ShownRow[] = await this.listFound(manager, wanted, parameters, ids, page.length, SHOWN);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return page.flatMap(({ id, reason, between }) => {
      const row = byId.get(id);
      return row ? [{ ...row, reason, key: bestKeyOf({ between, id, newest, oldest }) }] : [];
    });
  }

  /** @param turns how often messages are read one by one, each time older ones */
  private async findAmong<R extends RankedRow>(
    manager: EntityManager,
    request: MessageRequest,
    places: Places,
    turns: number,
    view: View,
  ): Promise<R[]> {
    const { terms, asked } = request;
    const [player] = asked.players;
    if (player !== undefined) {
      const parameters = new Parameters();
      const offers = gamesOf(player, places, request, parameters);
      return this.listFound(manager, request, parameters, offers, request.limit + 1, view);
    }
    const { matching, readTo, areCommon } = await this.readRecent(manager, request, places);
    const wanted = request.limit + 1;
    const recent = new Parameters();
    const ids = `SELECT id FROM unnest(${recent.add(matching)}::uuid[]) AS id ORDER BY id DESC`;
    const rows: R[] =
      matching.length === 0 ? [] : await this.listFound(manager, request, recent, ids, wanted, view);
    const missing = wanted - rows.length;
    if (missing === 0 || readTo === null) return rows;
    if (turns > 1) {
      const next = { ...request, limit: missing - 1, after: { reason: 0, key: readTo } };
      return [...rows, ...(await this.findAmong<R>(manager, next, places, turns - 1, view))];
    }
    if (terms?.isRare !== true) return rows;
    const older = new Parameters();
    const found = olderWith(selectiveTerms(terms, areCommon), terms, places, readTo, request, older);
    return [...rows, ...(await this.listFound<R>(manager, request, older, found, missing, view))];
  }

  private async listPlaces(
    manager: EntityManager,
    { readerId, asked, server }: MessageRequest,
  ): Promise<Places> {
    const lively = `FROM conversation_members
      WHERE user_id = $1 AND state = 'joined' AND activity_id IS NOT NULL ORDER BY activity_id DESC`;
    const [places]: [Places] = await manager.query(
      `SELECT ARRAY(SELECT server_id FROM server_members WHERE user_id = $1) AS servers,
              ARRAY(SELECT channel_id ${lively}) AS conversations,
              (SELECT greatest(rest.id, thread.id) FROM (SELECT activity_id AS id ${lively} OFFSET ${LIVELY} LIMIT 1) rest
                 LEFT JOIN (
                   SELECT channel.activity_id AS id FROM thread_follows follow JOIN channels channel ON channel.id = follow.channel_id
                    WHERE follow.user_id = $1 AND follow.conversation_id IS NOT NULL AND channel.activity_id IS NOT NULL
                    ORDER BY channel.activity_id DESC LIMIT 1
                 ) thread ON true) AS "restTo",
              ARRAY(SELECT channel.id FROM server_members own JOIN channels channel ON channel.server_id = own.server_id
                     WHERE own.user_id = $1 AND channel.is_private AND NOT ${followableBy('channel.id', '$1')}) AS closed`,
      [readerId],
    );
    return {
      ...places,
      ...(server !== undefined && { servers: [server], conversations: [], restTo: null }),
      ...(asked.in.length > 0 && { named: await this.listNamed(manager, readerId, asked.in) }),
    };
  }

  private async listNamed(
    manager: EntityManager,
    readerId: string,
    names: readonly string[],
  ): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT channel.id FROM (
         SELECT channel.id, channel.name FROM server_members own JOIN channels channel ON channel.server_id = own.server_id
          WHERE own.user_id = $1
         UNION ALL
         SELECT channel.id, channel.name FROM conversation_members own JOIN channels channel ON channel.id = own.channel_id
          WHERE own.user_id = $1
         UNION ALL
         SELECT own.channel_id, '@' || member.username ${fromPairs('$1')} AND member.username = ANY ($3::text[])
       ) channel
        WHERE search_form(replace(channel.name, '"', '')) = ANY (ARRAY(SELECT search_form(name) FROM unnest($2::text[]) AS name))`,
      [readerId, names, names.filter((name) => name.startsWith('@')).map((name) => foldCase(name.slice(1)))],
    );
    return rows.map(({ id }) => id);
  }

  /** Reads the newest messages of each place, as far as the same moment in all of them. */
  private async readRecent(manager: EntityManager, request: MessageRequest, found: Places): Promise<Recent> {
    const { servers, conversations, restTo } = found;
    const { from, has, is, phrases, games } = request.asked;
    const filters = [from, has, is, phrases, games];
    const matching = filters.some(({ length }) => length > 0) ? RECENT : MATCHING;
    const places = [...servers, ...conversations.slice(0, LIVELY)];
    const count = Math.max(LEAST, Math.floor(RECENT / Math.max(places.length, 1)));
    const parameters = new Parameters();
    const span = spanOf(request, parameters);
    const terms = request.terms?.terms;
    const matches = terms ? `${INDEXED.terms} @@ ${parameters.query(terms)}` : 'true';
    const areCommon = terms
      ? `(SELECT ${commonTerms(INDEXED.terms, terms, parameters)} FROM tail indexed)`
      : `'{}'::boolean[]`;
    const [recent]: [Recent] = await manager.query(
      `WITH tail AS MATERIALIZED (
         SELECT indexed.* FROM unnest(${parameters.add(places)}::uuid[]) AS place (id)
          CROSS JOIN LATERAL (
            SELECT newest.*, row_number() OVER (ORDER BY newest.message_id DESC) AS n FROM (
              SELECT indexed.* FROM message_terms indexed WHERE indexed.place_id = place.id ${span}
               ORDER BY indexed.message_id DESC LIMIT ${count}
            ) newest
          ) indexed
       ), reached AS MATERIALIZED (
         SELECT id FROM (
           SELECT message_id AS id FROM tail WHERE n = ${count} UNION ALL SELECT ${parameters.add(restTo)}::uuid
         ) cut WHERE id IS NOT NULL ORDER BY id DESC LIMIT 1
       )
       SELECT (SELECT id FROM reached) AS "readTo",
              ARRAY(SELECT indexed.message_id FROM tail indexed
                     WHERE ${matches}
                       ${placedAs(request.asked, found, parameters)}
                       AND (indexed.message_id < (SELECT id FROM reached)) IS NOT TRUE
                     ORDER BY indexed.message_id DESC LIMIT ${matching}) AS matching,
              ${areCommon} AS "areCommon"`,
      parameters.values,
    );
    const last = recent.matching.length === matching ? recent.matching.at(-1) : undefined;
    return { ...recent, readTo: last ?? recent.readTo };
  }

  /**
   * Selects the first of the candidates that the reader may see and that contain the words now.
   * @param candidates a query of ids, newest first
   */
  private async listFound<R extends RankedRow>(
    manager: EntityManager,
    { readerId, terms, asked }: MessageRequest,
    parameters: Parameters,
    candidates: string,
    limit: number,
    { columns, joins }: View,
  ): Promise<R[]> {
    const reader = `${parameters.add(readerId)}::uuid`;
    const conditions = askedOf(asked, parameters);
    if (terms) conditions.push(wordsIn(SEARCHED.message, terms, parameters).check);
    return manager.query(
      `SELECT ${columns(reader)}
         FROM (
           SELECT thing.* FROM (${candidates}) candidate
            CROSS JOIN LATERAL (
              SELECT * FROM messages thing
               WHERE thing.id = candidate.id AND ${isKept('thing')}
                 AND ${unblocked('thing.user_id', reader)} AND ${unmuted('thing.user_id', reader)}
                 AND ${followableBy('thing.channel_id', reader)} ${conditions.map((one) => `AND ${one}`).join(' ')} LIMIT 1
            ) thing
            ORDER BY candidate.id DESC LIMIT ${limit}
         ) thing
         ${joins}
        ORDER BY thing.id DESC`,
      parameters.values,
    );
  }
}

/** Returns a query of the ids of the messages that offer the games of a player, newest first. */
function gamesOf(player: string, places: Places, request: MessageRequest, parameters: Parameters): string {
  return `SELECT indexed.message_id AS id
       FROM users member JOIN game_players own ON own.user_id = member.id
       JOIN channels thread ON thread.id = own.game_id
       JOIN messages offer ON offer.id = thread.parent_message_id
       JOIN message_terms indexed ON indexed.channel_id = offer.channel_id AND indexed.seq = offer.seq
      WHERE member.username = ${parameters.add(foldCase(player))}
        AND indexed.place_id = ANY (${parameters.add([...places.servers, ...places.conversations])}::uuid[])
        ${spanOf(request, parameters)} ${placedAs(request.asked, places, parameters)}
      ORDER BY id DESC LIMIT ${GAMES}`;
}

/** Returns a query of the ids of older messages that the index finds, newest first. */
function olderWith(
  looked: readonly Term[],
  { terms }: WordTerms,
  places: Places,
  readTo: string,
  request: MessageRequest,
  parameters: Parameters,
): string {
  const confirm = looked === terms ? 'true' : `${INDEXED.terms} @@ ${parameters.query(terms)}`;
  return `SELECT id FROM (
      SELECT indexed.message_id AS id FROM message_terms indexed
       WHERE ${INDEXED.terms} @@ ${parameters.query(looked)} AND ${confirm}
         AND indexed.place_id = ANY (${parameters.add([...places.servers, ...places.conversations])}::uuid[])
         AND indexed.message_id < ${parameters.add(readTo)}::uuid ${spanOf(request, parameters)}
         ${placedAs(request.asked, places, parameters)} LIMIT ${OLDER}
    ) matching ORDER BY id DESC`;
}
