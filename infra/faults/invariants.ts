import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@oniverse/contracts';
import { LiveClient, until } from '@oniverse/testing';
import type { Community, Participant } from './community.js';
import { ask, property } from './rest.js';
import type { Stage } from './stage.js';

/** How long it may take until everyone knows who is online: a killed backend's lease, and what it takes to see it. */
const PRESENCE_MS = 30_000;
const MESSAGES_MS = 10_000;
const ANSWER_MS = 10_000;
/** Of one sort of finding so many are said. */
const SAID = 5;

interface StoredMessage {
  id: string;
  seq: number;
  rev: number;
  content: string;
  edited_at: Date | null;
  deleted_at: Date | null;
  nonce: string;
  user_id: string;
}

interface ChannelHead {
  last_seq: number;
  last_rev: number;
}

/**
 * Waits until all is quiet, then compares what was acknowledged, what is stored, what everyone holds, and what a fresh
 * fetch brings.
 * @returns what does not hold, one sentence each
 */
export async function findings(stage: Stage, community: Community): Promise<string[]> {
  const found: string[] = [];
  for (const { name, backend } of stage.posts) if (!backend.isRunning) found.push(`${name} ended by itself`);
  for (const [index, channelId] of community.channelIds.entries()) {
    const rows: StoredMessage[] = await stage.stack.dataSource.query(
      `SELECT id, seq, rev, content, edited_at, deleted_at, nonce, user_id FROM messages
        WHERE channel_id = $1 ORDER BY seq`,
      [channelId],
    );
    const heads: ChannelHead[] = await stage.stack.dataSource.query(
      'SELECT last_seq, last_rev FROM channels WHERE id = $1',
      [channelId],
    );
    const head = heads[0] ?? { last_seq: 0, last_rev: 0 };
    found.push(...numbering(rows, head), ...sending(community, channelId, rows));
    found.push(...changing(community, rows));
    found.push(...(await copies(stage, community, channelId, index, head)));
  }
  found.push(...(await memberships(stage, community)), ...(await presence(stage, community)));
  for (const { client } of community.participants) found.push(...some(client.complaints));
  return [...found, ...some(community.complaints)];
}

const some = (findings: readonly string[]): string[] =>
  findings.length > SAID
    ? [...findings.slice(0, SAID), `… and ${findings.length - SAID} more`]
    : [...findings];

/** `seq` counts the messages from 1 without a gap, and `rev` each message, its edit and its deletion once. */
function numbering(rows: readonly StoredMessage[], head: ChannelHead): string[] {
  const found = rows.flatMap(({ seq }, index) =>
    seq === index + 1 ? [] : [`row ${index + 1} has seq ${seq}`],
  );
  const edits = rows.filter(({ edited_at }) => edited_at !== null).length;
  const deletions = rows.filter(({ deleted_at }) => deleted_at !== null).length;
  const last = rows.length + edits + deletions;
  if (head.last_seq !== rows.length) found.push(`the last seq is ${head.last_seq}, not ${rows.length}`);
  if (head.last_rev !== last) found.push(`the last rev is ${head.last_rev}, not ${last}`);
  const revs = new Set(rows.map(({ rev }) => rev));
  if (revs.size !== rows.length) found.push('a rev is there twice');
  if (Math.max(0, ...revs) !== last) found.push(`no row has the last rev, ${last}`);
  return some(found);
}

/** What was acknowledged as edited or deleted is so, and nothing else is. */
function changing(community: Community, rows: readonly StoredMessage[]): string[] {
  const changes = new Map(community.participants.flatMap((participant) => [...participant.changes]));
  return some(
    rows.flatMap(({ id, seq, content, edited_at, deleted_at }) => {
      const change = changes.get(id);
      const isRight = change
        ? content === change.content && (deleted_at !== null) === change.isDeleted
        : edited_at === null && deleted_at === null;
      return isRight ? [] : [`${seq} is not as it was left: ${content}`];
    }),
  );
}

/** Acknowledged = stored, each once, as it was acknowledged, and in the order in which each member sent. */
function sending(community: Community, channelId: string, rows: readonly StoredMessage[]): string[] {
  const found: string[] = [];
  const stored = new Map<string, number>();
  for (const { nonce, seq } of rows) {
    if (stored.has(nonce)) found.push(`${nonce} is stored twice`);
    stored.set(nonce, seq);
  }
  let count = 0;
  for (const { client, user } of community.participants) {
    const sent = client.acknowledged.filter((message) => message.channelId === channelId);
    count += sent.length;
    for (const [index, { nonce, seq }] of sent.entries()) {
      const place = stored.get(nonce);
      if (place !== seq) found.push(`${nonce} was acknowledged as ${seq} and is ${place ?? 'not stored'}`);
      if (rows[seq - 1]?.user_id !== user.id) found.push(`${seq} is not by who sent it`);
      if (seq <= (sent[index - 1]?.seq ?? 0)) found.push(`${seq} was sent after what came later`);
    }
  }
  if (count !== rows.length) found.push(`${count} were acknowledged, ${rows.length} are stored`);
  return some(found);
}

/** What each client that is there holds is what a fresh fetch brings. */
async function copies(
  stage: Stage,
  community: Community,
  channelId: string,
  place: number,
  { last_seq: lastSeq, last_rev: lastRev }: ChannelHead,
): Promise<string[]> {
  const here = community.participants.filter(({ client }) => client !== community.wanderer.client);
  const copyOf = ({ client }: Participant) => client.channels.get(channelId);
  const isThere = () => here.every((participant) => copyOf(participant)?.hasAll(lastSeq, lastRev));
  const found = await waited('everyone to hold the last change', isThere, MESSAGES_MS);
  const fresh = await history(stage, community, channelId, place);
  if (fresh.length !== lastSeq) found.push(`a fresh fetch brings ${fresh.length} of ${lastSeq} messages`);
  for (const [index, participant] of here.entries()) {
    const held = copyOf(participant)?.messages ?? [];
    const oldest = held[0]?.seq ?? 1;
    const wrong = held.filter((message, at) => plain(message) !== plain(fresh[oldest - 1 + at]));
    if (wrong.length > 0) found.push(`client ${index} holds ${wrong.length} messages that are not so`);
    const newest = held.at(-1)?.seq ?? 0;
    if (newest !== lastSeq) found.push(`client ${index} holds ${newest} of ${lastSeq}`);
  }
  return found;
}

/** The moment of a deletion is told only where the message comes whole: of a tombstone it is left out. */
const plain = (message: unknown): string =>
  JSON.stringify(
    property(message, 'deletedAt') === null ? message : { ...Object(message), deletedAt: '', updatedAt: '' },
  );

/** A channel from its beginning, over REST. */
async function history(
  stage: Stage,
  community: Community,
  channelId: string,
  place: number,
): Promise<unknown[]> {
  const messages: unknown[] = [];
  const { max } = LIMITS.page;
  for (;;) {
    const path = `channels/${channelId}/messages?after=${messages.length}&limit=${max}`;
    const page = await fetched(stage, community.reader, path, place);
    messages.push(...page);
    if (page.length < max) return messages;
  }
}

/** Joins and leaves hold as they were acknowledged, and every backend counts the members that there are. */
async function memberships(stage: Stage, { movers, movedServerId }: Community): Promise<string[]> {
  const rows: { user_id: string }[] = await stage.stack.dataSource.query(
    'SELECT user_id FROM server_members WHERE server_id = $1',
    [movedServerId],
  );
  const found: string[] = [];
  for (const mover of movers) {
    const isMember = rows.some((row) => row.user_id === mover.user.id);
    if (isMember !== mover.isIn) found.push(`a member is ${isMember ? '' : 'not '}in, against the last word`);
    for (const place of stage.posts.keys()) {
      const servers = await fetched(stage, mover, 'servers', place);
      const server = servers.find((one) => property(one, 'id') === movedServerId);
      const count = property(server, 'memberCount');
      if (count !== rows.length) found.push(`${String(count)} members are counted, ${rows.length} there are`);
      if ((property(server, 'membership') !== null) !== isMember) found.push('a membership is shown wrongly');
    }
  }
  return found;
}

/** What everyone knows of who is online = a fresh list from each backend = who is connected. */
async function presence(stage: Stage, community: Community): Promise<string[]> {
  const { talkers, serverId } = community;
  const connected = talkers.map(({ user }) => user.id).toSorted(byText);
  const known = ({ client }: Participant) => client.online && [...client.online].toSorted(byText);
  const isKnown = () => talkers.every((talker) => isDeepStrictEqual(known(talker), connected));
  const found = await waited('everyone to know who is online', isKnown, PRESENCE_MS);
  for (const [index, talker] of talkers.entries()) {
    const online = known(talker);
    if (!isDeepStrictEqual(online, connected)) {
      found.push(`client ${index} takes ${String(online)} for online, not ${String(connected)}`);
    }
  }
  for (const { name, backend } of stage.posts) {
    const visit = await LiveClient.connect(backend.url, { sessionId: talkers[0]?.sessionId ?? '' });
    const { online } = await visit.ask('presence:list', { serverId });
    visit.close();
    const listed = Array.isArray(online) ? online.map(String).toSorted(byText) : online;
    if (!isDeepStrictEqual(listed, connected)) found.push(`${name} lists ${String(listed)} as online`);
  }
  return found;
}

const byText = (one: string, other: string): number => one.localeCompare(other);

async function waited(what: string, holds: () => boolean, ms: number): Promise<string[]> {
  try {
    await until(what, holds, ms);
    return [];
  } catch {
    return [`waited in vain for ${what}`];
  }
}

async function fetched(
  stage: Stage,
  { sessionId }: { sessionId: string },
  path: string,
  place: number,
): Promise<unknown[]> {
  const url = stage.posts[place % stage.posts.length]?.backend.url ?? '';
  const answer = await ask('GET', `${url}/api/${path}`, sessionId, ANSWER_MS);
  if (answer?.status !== 200 || !Array.isArray(answer.body)) throw new Error(`No list came back for ${path}`);
  return answer.body.map((entry: unknown) => entry);
}
