import { Injectable } from '@nestjs/common';
import type { FoundMessage } from '@oniverse/contracts';
import {
  followableBy,
  nameOfChannel,
  SEARCHED,
  type SearchedTerms,
  serverOfChannel,
  unblocked,
  unmuted,
} from '@oniverse/data';
import type { EntityManager } from 'typeorm';
import { authorColumns, type OptionalAuthorRow } from '../../shared/index.js';
import { commonTerms, Parameters, type Request, selectiveTerms, wordsIn } from './search-statements.js';
import type { Term, WordTerms } from './search-terms.js';

/**
 * So many of the newest messages of all dimensions and conversations together are read one by one, of each at least `LEAST`.
 * That finds frequent words at once; a rarer one is looked up in the index.
 */
const RECENT = 5_000;
const LEAST = 10;
/** So many of the messages that were read one by one may match. */
const MATCHING = 500;
/** Of so many conversations, those with the latest messages, the newest messages are read one by one. */
const LIVELY = 200;
/** So many messages with a rarer word are sorted; which ones is arbitrary if there are more. */
const OLDER = 20_000;

export interface FoundMessageRow extends OptionalAuthorRow, Pick<FoundMessage, 'place' | 'conversation'> {
  reason: number;
  /** The id of the message. */
  key: string;
  text: string;
  created_at: Date;
}

/** Where a member searches messages. */
interface Places {
  servers: string[];
  /** With the latest message first. */
  conversations: string[];
  /** No message of the conversations after the first `LIVELY` has a higher id. Null if there are none. */
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
    'id', channel.id, 'name', nullif(channel.name, ''), 'seq', thing.seq, 'members', ARRAY(
      SELECT member.username FROM conversation_members peer JOIN users member ON member.id = peer.user_id
        JOIN conversations talk ON talk.channel_id = peer.channel_id
       WHERE peer.channel_id = channel.id AND peer.user_id <> ${reader} AND (NOT talk.is_group OR peer.state = 'joined')
         AND ${unblocked('peer.user_id', reader)}
       ORDER BY peer.joined_at, member.id)) END AS conversation`;

/** Finds messages of the dimensions and conversations that the reader has joined, newest first. */
@Injectable()
export class MessageSearchRepository {
  /** Returns `limit + 1` rows if another page follows. */
  async findMessages(manager: EntityManager, request: Request, terms: WordTerms): Promise<FoundMessageRow[]> {
    const places = await this.listPlaces(manager, request.readerId);
    const { matching, readTo, areCommon } = await this.readRecent(manager, request, terms, places);
    const wanted = request.limit + 1;
    const recent = new Parameters();
    const ids = `SELECT id FROM unnest(${recent.add(matching)}::uuid[]) AS id ORDER BY id DESC`;
    const rows =
      matching.length === 0 ? [] : await this.listShown(manager, request, terms, recent, ids, wanted);
    if (rows.length === wanted || readTo === null || !terms.isRare) return rows;
    const older = new Parameters();
    const found = olderWith(selectiveTerms(terms, areCommon), terms, places, readTo, request, older);
    return [...rows, ...(await this.listShown(manager, request, terms, older, found, wanted - rows.length))];
  }

  private async listPlaces(manager: EntityManager, readerId: string): Promise<Places> {
    const lively = `FROM conversation_members
      WHERE user_id = $1 AND state = 'joined' AND activity_id IS NOT NULL ORDER BY activity_id DESC`;
    const [places]: [Places] = await manager.query(
      `SELECT ARRAY(SELECT server_id FROM server_members WHERE user_id = $1) AS servers,
              ARRAY(SELECT channel_id ${lively}) AS conversations,
              (SELECT activity_id ${lively} OFFSET ${LIVELY} LIMIT 1) AS "restTo",
              ARRAY(SELECT channel.id FROM server_members own JOIN channels channel ON channel.server_id = own.server_id
                     WHERE own.user_id = $1 AND channel.is_private AND NOT ${followableBy('channel.id', '$1')}) AS closed`,
      [readerId],
    );
    return places;
  }

  /** Reads the newest messages of each place, as far as the same moment in all of them. */
  private async readRecent(
    manager: EntityManager,
    { after }: Request,
    { terms }: WordTerms,
    { servers, conversations, restTo, closed }: Places,
  ): Promise<Recent> {
    const places = [...servers, ...conversations.slice(0, LIVELY)];
    const count = Math.max(LEAST, Math.floor(RECENT / Math.max(places.length, 1)));
    const parameters = new Parameters();
    const before = after ? `AND indexed.message_id < ${parameters.add(after.key)}::uuid` : '';
    const [recent]: [Recent] = await manager.query(
      `WITH tail AS MATERIALIZED (
         SELECT indexed.* FROM unnest(${parameters.add(places)}::uuid[]) AS place (id)
          CROSS JOIN LATERAL (
            SELECT newest.*, row_number() OVER (ORDER BY newest.message_id DESC) AS n FROM (
              SELECT indexed.* FROM message_terms indexed WHERE indexed.place_id = place.id ${before}
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
                     WHERE ${INDEXED.terms} @@ ${parameters.query(terms)}
                       AND indexed.root_id <> ALL (${parameters.add(closed)}::uuid[])
                       AND (indexed.message_id < (SELECT id FROM reached)) IS NOT TRUE
                     ORDER BY indexed.message_id DESC LIMIT ${MATCHING}) AS matching,
              (SELECT ${commonTerms(INDEXED.terms, terms, parameters)} FROM tail indexed) AS "areCommon"`,
      parameters.values,
    );
    const last = recent.matching.length === MATCHING ? recent.matching.at(-1) : undefined;
    return { ...recent, readTo: last ?? recent.readTo };
  }

  /**
   * Selects the first of the candidates that the reader may see and that contain the words now.
   * @param candidates a query of ids, newest first
   */
  private async listShown(
    manager: EntityManager,
    { readerId }: Request,
    terms: WordTerms,
    parameters: Parameters,
    candidates: string,
    limit: number,
  ): Promise<FoundMessageRow[]> {
    const reader = `${parameters.add(readerId)}::uuid`;
    const { check } = wordsIn(SEARCHED.message, terms, parameters);
    return manager.query(
      `SELECT 0 AS reason, thing.id AS key, thing.content AS text, thing.created_at, ${authorColumns('owner')},
              ${PLACE}, ${conversationFor(reader)}
         FROM (
           SELECT thing.* FROM (${candidates}) candidate
            CROSS JOIN LATERAL (
              SELECT * FROM messages thing
               WHERE thing.id = candidate.id AND thing.deleted_at IS NULL
                 AND ${unblocked('thing.user_id', reader)} AND ${unmuted('thing.user_id', reader)}
                 AND NOT EXISTS (
                   SELECT FROM disappearing_messages due WHERE due.message_id = thing.id AND due.disappears_at <= now())
                 AND ${followableBy('thing.channel_id', reader)} AND ${check} LIMIT 1
            ) thing
            ORDER BY candidate.id DESC LIMIT ${limit}
         ) thing
         JOIN channels channel ON channel.id = thing.channel_id
         LEFT JOIN channels parent ON parent.id = channel.parent_id
         LEFT JOIN servers server ON server.id = ${serverOfChannel('channel')}
         LEFT JOIN users owner ON owner.id = thing.user_id
        ORDER BY thing.id DESC`,
      parameters.values,
    );
  }
}

/** Returns a query of the ids of older messages that the index finds, newest first. */
function olderWith(
  looked: readonly Term[],
  { terms }: WordTerms,
  { servers, conversations, closed }: Places,
  readTo: string,
  { after }: Request,
  parameters: Parameters,
): string {
  const confirm = looked === terms ? 'true' : `${INDEXED.terms} @@ ${parameters.query(terms)}`;
  const before = [readTo, after?.key].flatMap((id) =>
    id === undefined ? [] : `AND indexed.message_id < ${parameters.add(id)}::uuid`,
  );
  return `SELECT id FROM (
      SELECT indexed.message_id AS id FROM message_terms indexed
       WHERE ${INDEXED.terms} @@ ${parameters.query(looked)} AND ${confirm}
         AND indexed.place_id = ANY (${parameters.add([...servers, ...conversations])}::uuid[])
         AND indexed.root_id <> ALL (${parameters.add(closed)}::uuid[]) ${before.join(' ')} LIMIT ${OLDER}
    ) matching ORDER BY id DESC`;
}
