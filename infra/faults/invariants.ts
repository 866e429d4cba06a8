import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LIMITS, messageSchema } from '@oniverse/contracts';
import { LiveClient, waitUntil } from '@oniverse/testing';
import * as v from 'valibot';
import { type Community, DRAFT, type Participant, type TrafficTarget } from './community.js';
import { requestJson, property } from './rest.js';

/** Maximum delay of presence: a killed backend's lease, plus the time to notice its end. */
const PRESENCE_MS = 30_000;
const MESSAGES_MS = 10_000;
/** Maximum delay of a summary that another backend announces. */
const THREADS_MS = 20_000;
const ANSWER_MS = 10_000;
const MAX_REPORTED = 5;

interface StoredMessage {
  id: string;
  seq: number;
  rev: number;
  content: string;
  edited_at: Date | null;
  deleted_at: Date | null;
  nonce: string;
  user_id: string | null;
}

interface ChannelHead {
  first_seq: number;
  last_seq: number;
  last_rev: number;
}

/** Waits until all clients are up to date, then checks every invariant. @returns one line per violation */
export async function checkInvariants(target: TrafficTarget, community: Community): Promise<string[]> {
  const found: string[] = [];
  for (const { name, backend } of target.backends)
    if (!backend.isRunning) found.push(`${name} ended unexpectedly`);
  found.push(...(await checkThreads(target)));
  for (const [index, channelId] of community.channelIds.entries()) {
    const rows: StoredMessage[] = await target.dataSource.query(
      `SELECT id, seq, rev, content, edited_at, deleted_at, nonce, user_id FROM messages
        WHERE channel_id = $1 ORDER BY seq`,
      [channelId],
    );
    const heads: ChannelHead[] = await target.dataSource.query(
      'SELECT first_seq, last_seq, last_rev FROM channels WHERE id = $1',
      [channelId],
    );
    const head = heads[0] ?? { first_seq: 1, last_seq: 0, last_rev: 0 };
    const removals: { rev: number }[] = await target.dataSource.query(
      'SELECT rev FROM author_removals WHERE channel_id = $1',
      [channelId],
    );
    found.push(...checkNumbering(rows, removals, head), ...checkSends(community, channelId, rows));
    found.push(
      ...checkChanges(community, rows),
      ...(await checkReactions(target, community, channelId, rows)),
      ...(await checkReadsAndDrafts(target, community, channelId)),
    );
    found.push(...(await checkCopies(target, community, channelId, index, head)));
  }
  found.push(...(await checkMemberships(target, community)), ...(await checkPresence(target, community)));
  for (const { client } of community.participants) found.push(...truncate(client.violations));
  return [...found, ...truncate(community.violations)];
}

const rowAt = (rows: readonly StoredMessage[], seq: number): StoredMessage | undefined =>
  rows[seq - (rows[0]?.seq ?? 1)];

const truncate = (findings: readonly string[]): string[] =>
  findings.length > MAX_REPORTED
    ? [...findings.slice(0, MAX_REPORTED), `… and ${findings.length - MAX_REPORTED} more`]
    : [...findings];

/**
 * Checks that `seq` numbers the messages from the channel's first without gaps, and that `rev` counts each message, edit and deletion, the removal
 * of the leaver, who wrote in each channel, and any number of batches of reactions and summaries of threads.
 */
function checkNumbering(
  rows: readonly StoredMessage[],
  removals: readonly { rev: number }[],
  head: ChannelHead,
): string[] {
  const found = rows.flatMap(({ seq }, index) =>
    seq === head.first_seq + index ? [] : [`row ${index + 1} has seq ${seq}`],
  );
  const edits = rows.filter(({ edited_at }) => edited_at !== null).length;
  const deletions = rows.filter(({ deleted_at }) => deleted_at !== null).length;
  const least = rows.length + edits + deletions + removals.length;
  if (removals.length !== 1) found.push(`${removals.length} authors were removed`);
  const lastSeq = head.first_seq - 1 + rows.length;
  if (head.last_seq !== lastSeq) found.push(`the last seq is ${head.last_seq}, not ${lastSeq}`);
  if (head.last_rev < least) found.push(`the last rev is ${head.last_rev}, below ${least}`);
  const changes = [...rows, ...removals];
  const revs = new Set(changes.map(({ rev }) => rev));
  if (revs.size !== changes.length) found.push('a rev is used twice');
  if (Math.max(0, ...revs) !== head.last_rev) found.push(`no change has the last rev, ${head.last_rev}`);
  return truncate(found);
}

/** Waits until all summaries are current, then checks that they count the replies that are stored and not deleted. */
async function checkThreads({ dataSource }: TrafficTarget): Promise<string[]> {
  const areCurrent = async () => {
    const stale: unknown[] = await dataSource.query('SELECT FROM stale_threads LIMIT 1');
    return stale.length === 0;
  };
  const found = await waitFor('all threads to be announced', areCurrent, THREADS_MS);
  const threads: { shown: number; stored: number }[] = await dataSource.query(
    `SELECT (thread_of_message(thread.parent_message_id)->>'replyCount')::integer AS shown,
            (SELECT count(*)::integer FROM messages WHERE channel_id = thread.id AND deleted_at IS NULL) AS stored
       FROM channels thread WHERE thread.parent_id IS NOT NULL`,
  );
  if (threads.length !== 2) found.push(`${threads.length} threads were started`);
  for (const { shown, stored } of threads) {
    if (shown !== stored) found.push(`a message shows ${shown} of ${stored} replies`);
  }
  return found;
}

/** Checks that exactly the acknowledged reactions are stored, except those of the leaver and to deleted messages. */
async function checkReactions(
  target: TrafficTarget,
  community: Community,
  channelId: string,
  rows: readonly StoredMessage[],
): Promise<string[]> {
  const stored: { user_id: string; seq: number; emoji: string }[] = await target.dataSource.query(
    'SELECT user_id, seq, emoji FROM message_reactions WHERE channel_id = $1',
    [channelId],
  );
  const found = new Set(
    stored.map(({ user_id: userId, seq, emoji }) => `${userId} ${rowAt(rows, seq)?.id} ${emoji}`),
  );
  const shown = new Set(rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id));
  const expected = new Set(
    community.participants
      .filter((participant) => participant !== community.leaver)
      .flatMap(({ user, reactions }) => [...reactions].map((reaction) => `${user.id} ${reaction}`))
      .filter((key) => shown.has(key.split(' ')[1] ?? '')),
  );
  return truncate([
    ...[...expected].filter((key) => !found.has(key)).map((key) => `the reaction ${key} is not stored`),
    ...[...found].filter((key) => !expected.has(key)).map((key) => `the reaction ${key} is unknown`),
  ]);
}

/** Checks that the acknowledged read marks and drafts are stored, except those of the leaver. */
async function checkReadsAndDrafts(
  target: TrafficTarget,
  community: Community,
  channelId: string,
): Promise<string[]> {
  const stored: { user_id: string; read_seq: number | null; content: string | null }[] =
    await target.dataSource.query(
      `SELECT user_id, read_seq, content FROM channel_reads mark FULL JOIN drafts draft USING (user_id, channel_id)
        WHERE channel_id = $1`,
      [channelId],
    );
  const byUser = new Map(stored.map((row) => [row.user_id, row]));
  return truncate(
    community.participants
      .filter((participant) => participant !== community.leaver)
      .flatMap(({ user, reads, drafts }) => {
        const row = byUser.get(user.id);
        const isRead = (row?.read_seq ?? 0) >= (reads.get(channelId) ?? 0);
        const isDrafted = !drafts.has(channelId) || row?.content === DRAFT;
        return [
          ...(isRead ? [] : [`${user.id} has read ${channelId} only to ${row?.read_seq}`]),
          ...(isDrafted ? [] : [`the draft of ${user.id} in ${channelId} is ${row?.content}`]),
        ];
      }),
  );
}

/** Checks that exactly the acknowledged edits and deletions are stored. */
function checkChanges(community: Community, rows: readonly StoredMessage[]): string[] {
  const changes = new Map(community.participants.flatMap((participant) => [...participant.changes]));
  return truncate(
    rows.flatMap(({ id, seq, content, edited_at, deleted_at }) => {
      const change = changes.get(id);
      const isExpected = change
        ? content === change.content && (deleted_at !== null) === change.isDeleted
        : edited_at === null && deleted_at === null;
      return isExpected ? [] : [`${seq} has an unexpected text or state: ${content}`];
    }),
  );
}

/** Checks that exactly the acknowledged messages are stored, once each, in the order in which each member sent them. */
function checkSends(community: Community, channelId: string, rows: readonly StoredMessage[]): string[] {
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
      const storedSeq = stored.get(nonce);
      if (storedSeq !== seq) {
        found.push(`${nonce} was acknowledged as ${seq} and is ${storedSeq ?? 'not stored'}`);
      }
      const authorId = client === community.leaver.client ? null : user.id;
      if (rowAt(rows, seq)?.user_id !== authorId) found.push(`${seq} has the wrong author`);
      if (seq <= (sent[index - 1]?.seq ?? 0)) found.push(`${seq} is stored before an earlier message`);
    }
  }
  if (count !== rows.length) found.push(`${count} were acknowledged, ${rows.length} are stored`);
  return truncate(found);
}

/** Checks that the copy of each connected client equals a fresh fetch. */
async function checkCopies(
  target: TrafficTarget,
  community: Community,
  channelId: string,
  backendIndex: number,
  { first_seq: firstSeq, last_seq: lastSeq, last_rev: lastRev }: ChannelHead,
): Promise<string[]> {
  const connected = community.participants.filter(
    (it) => it !== community.roamer && it !== community.leaver && it.channelIds.includes(channelId),
  );
  const copyOf = ({ client }: Participant) => client.channels.get(channelId);
  const areCurrent = () => connected.every((participant) => copyOf(participant)?.isAtLeast(lastSeq, lastRev));
  const found = await waitFor('all clients to have the last change', areCurrent, MESSAGES_MS);
  const fresh = (await fetchHistory(target, community, channelId, backendIndex)).map(comparable);
  const count = lastSeq - firstSeq + 1;
  if (fresh.length !== count) found.push(`a fresh fetch returns ${fresh.length} of ${count} messages`);
  for (const [index, participant] of connected.entries()) {
    // The proxies of the servers run in this process, and must go on while it compares.
    await setImmediate();
    // What expired since the client opened the channel may remain in its copy.
    const copied = (copyOf(participant)?.messages ?? []).filter(({ seq }) => seq >= firstSeq);
    const wrong = copied.filter(
      (message) => !isDeepStrictEqual(comparable(message), fresh[message.seq - firstSeq]),
    );
    if (wrong.length > 0) found.push(`client ${index} has ${wrong.length} wrong messages`);
    const newest = copied.at(-1)?.seq ?? 0;
    if (newest !== lastSeq) found.push(`client ${index} has ${newest} of ${lastSeq} messages`);
  }
  return found;
}

/**
 * Returns a message without what differs between answers and events: the time of its deletion, which `message:deleted` does not
 * include, and which reactions are the reader's own.
 */
function comparable(message: unknown): unknown {
  const parsed = v.safeParse(messageSchema, message);
  if (!parsed.success) return message;
  const { deletedAt, updatedAt, reactions, ...rest } = parsed.output;
  return {
    ...rest,
    updatedAt: deletedAt === null ? updatedAt : null,
    isDeleted: deletedAt !== null,
    reactions: reactions?.map(({ isMine: _isMine, ...reaction }) => reaction),
  };
}

async function fetchHistory(
  target: TrafficTarget,
  community: Community,
  channelId: string,
  backendIndex: number,
): Promise<unknown[]> {
  const messages: unknown[] = [];
  const { max } = LIMITS.page;
  const reader =
    [community.reader, ...community.writers].find((one) => one.channelIds.includes(channelId)) ??
    community.reader;
  for (let after = 0; ; after = Number(property(messages.at(-1), 'seq'))) {
    const path = `channels/${channelId}/messages?after=${after}&limit=${max}`;
    const page = await fetchList(target, reader, path, backendIndex);
    messages.push(...page);
    if (page.length < max) return messages;
  }
}

/** Checks that memberships match the acknowledged calls, and that every backend reports the right counts. */
async function checkMemberships(
  target: TrafficTarget,
  { movers, movedServerId }: Community,
): Promise<string[]> {
  const rows: { user_id: string }[] = await target.dataSource.query(
    'SELECT user_id FROM server_members WHERE server_id = $1',
    [movedServerId],
  );
  const found: string[] = [];
  for (const mover of movers) {
    const isMember = rows.some((row) => row.user_id === mover.user.id);
    if (isMember !== mover.isIn)
      found.push(`a mover is ${isMember ? '' : 'not '}a member, contrary to the last acknowledgement`);
    for (const index of target.backends.keys()) {
      const servers = await fetchList(target, mover, 'servers', index);
      const server = servers.find((one) => property(one, 'id') === movedServerId);
      const count = property(server, 'memberCount');
      if (count !== rows.length) found.push(`the member count is ${String(count)}, not ${rows.length}`);
      if ((property(server, 'membership') !== null) !== isMember) found.push('a membership is wrong');
    }
  }
  return found;
}

/** Checks that each client and each backend lists exactly the connected members as online. */
async function checkPresence(target: TrafficTarget, community: Community): Promise<string[]> {
  const { writers, serverId } = community;
  const connected = writers.map(({ user }) => user.id).toSorted(byText);
  const known = ({ client }: Participant) => client.online && [...client.online].toSorted(byText);
  const isKnown = () => writers.every((writer) => isDeepStrictEqual(known(writer), connected));
  const found = await waitFor('all clients to have the current presence', isKnown, PRESENCE_MS);
  for (const [index, writer] of writers.entries()) {
    const online = known(writer);
    if (!isDeepStrictEqual(online, connected)) {
      found.push(`client ${index} lists ${String(online)} as online, not ${String(connected)}`);
    }
  }
  for (const { name, backend } of target.backends) {
    const visit = await LiveClient.connect(backend.url, { sessionId: writers[0]?.sessionId ?? '' });
    const { online } = await visit.request('presence:list', { serverId });
    visit.close();
    const listed = Array.isArray(online) ? online.map(String).toSorted(byText) : online;
    if (!isDeepStrictEqual(listed, connected)) found.push(`${name} lists ${String(listed)} as online`);
  }
  return found;
}

const byText = (one: string, other: string): number => one.localeCompare(other);

async function waitFor(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<string[]> {
  try {
    await waitUntil(what, isTrue, timeoutMs);
    return [];
  } catch {
    return [`timed out waiting for ${what}`];
  }
}

async function fetchList(
  target: TrafficTarget,
  { sessionId }: { sessionId: string },
  path: string,
  backendIndex: number,
): Promise<unknown[]> {
  const url = target.backends[backendIndex % target.backends.length]?.backend.url ?? '';
  const answer = await requestJson('GET', `${url}/api/${path}`, sessionId, ANSWER_MS);
  if (answer?.status !== 200 || !Array.isArray(answer.body))
    throw new Error(`${path} did not answer with a list`);
  return answer.body.map((entry: unknown) => entry);
}
