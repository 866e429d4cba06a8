import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CHANNEL_OPEN, RENDITIONS } from '@oniverse/contracts';
import { freePort } from '@oniverse/embedded';
import { ObjectStore } from '@oniverse/platform';
import { BackendProcess, makeMember, makeServer, DedicatedTestStack } from '@oniverse/testing';
import { newObjectPath, storeKeyOf } from '@oniverse/data';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';

// From infra/bench/dist/history.
const CLIENT_DIR = fileURLToPath(new URL('../../../../frontend/dist', import.meta.url));
const AUTHORS = 12;

export const LATEST = 'The latest line';

/** A channel with a page of messages. */
export interface Room {
  url: string;
  /** The address of its latest messages. */
  messages: string;
  /** The text of its last message. */
  latest: string;
}

export interface HistoryFixture {
  sessionId: string;
  url: string;
  /** Messages without reactions and quotes. */
  plainRoom: Room;
  /** The same messages; each answers another one, and several members reacted to it with several emojis. */
  answeredRoom: Room;
  /** The same messages, each with a picture of its own. */
  picturedRoom: Room;
  send: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

const EMOJIS = ['🪐', '✏️', '🔭'];
/** Members who react with each emoji. */
const REACTING = 5;

type Kind = 'plain' | 'answered' | 'pictured';

/** Adds a channel whose latest page has only messages of one kind. */
async function addRoom(
  dataSource: DataSource,
  { serverId, reader, authors }: { serverId: string; reader: string; authors: readonly string[] },
  { latest, kind }: { latest: string; kind: Kind },
): Promise<string> {
  const isAnswered = kind === 'answered';
  const [channel]: { id: string }[] = await dataSource.query(
    `INSERT INTO channels (server_id, name, last_seq, last_rev) VALUES ($1, $2, $3, $3) RETURNING id`,
    [serverId, kind, CHANNEL_OPEN.latest + 1],
  );
  if (!channel) throw new Error('The channel was not stored.');
  await dataSource.query(
    `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, reply_to_seq, reacted_at, created_at)
     SELECT $1, ($2::uuid[])[1 + n % cardinality($2::uuid[])], n, n,
            CASE WHEN n = $3::integer THEN $4 ELSE 'Line ' || n || repeat(' of the conversation', n * 7 % 11) END,
            n::text, CASE WHEN $5 AND n > 1 THEN n - 1 END, CASE WHEN $5 THEN now() END,
            now() - ($3::integer - n) * interval '10 minutes'
       FROM generate_series(1, $3::integer) AS n`,
    [channel.id, authors, CHANNEL_OPEN.latest + 1, latest, isAnswered],
  );
  if (isAnswered) {
    await dataSource.query(
      `WITH given AS (
         SELECT seq, emoji, user_id, uuidv7() AS id
           FROM generate_series(1, $2::integer) AS seq, unnest($3::text[]) AS emoji, unnest($4::uuid[]) AS user_id
       )
       INSERT INTO message_reactions (user_id, channel_id, seq, emoji, id, first_id)
       SELECT user_id, $1, seq, emoji, id, first_value(id) OVER (PARTITION BY seq, emoji ORDER BY id) FROM given`,
      [channel.id, CHANNEL_OPEN.latest + 1, EMOJIS, [reader, ...authors].slice(0, REACTING)],
    );
  }
  await dataSource.query('INSERT INTO channel_reads (user_id, channel_id, read_seq) VALUES ($1, $2, $3)', [
    reader,
    channel.id,
    CHANNEL_OPEN.latest + 1,
  ]);
  return channel.id;
}

/** A picture as phones send it, in a rendition that a screen of one pixel ratio asks for. */
const PICTURE = { width: 1_600, height: 1_200, rendition: RENDITIONS.widths[1] } as const;

/** Gives each message of a channel a picture of its own, with a rendition in the store. */
async function addPictures(dataSource: DataSource, store: ObjectStore, channelId: string): Promise<void> {
  const messages: { id: string; user_id: string; seq: number }[] = await dataSource.query(
    'SELECT id, user_id, seq FROM messages WHERE channel_id = $1',
    [channelId],
  );
  for (const { id, user_id, seq } of messages) {
    const [original, rendition] = [newObjectPath(), newObjectPath()];
    const bytes = await sharp({
      create: {
        width: PICTURE.rendition,
        height: (PICTURE.rendition * PICTURE.height) / PICTURE.width,
        channels: 3,
        background: '#345',
        noise: { type: 'gaussian', mean: 80 + seq, sigma: 20 },
      },
    })
      .webp()
      .toBuffer();
    await store.put(storeKeyOf(rendition), Readable.from([bytes]), {
      size: bytes.length,
      contentType: RENDITIONS.type,
    });
    await dataSource.query(
      `INSERT INTO objects (path, user_id, state, content_type, size, sha256, rendition_of, width)
       VALUES ($1, $3, 'used', 'image/jpeg', $4, repeat('0', 64), NULL, NULL),
              ($2, $3, 'used', $5, $4, repeat('0', 64), $1, $6)`,
      [original, rendition, user_id, bytes.length, RENDITIONS.type, PICTURE.rendition],
    );
    await dataSource.query(
      `INSERT INTO attachments (user_id, object_path, name, size, kind, ready_at, width, height, blurhash,
                                message_id, channel_id, listed_in, place)
       VALUES ($1, $2, 'roof.jpg', $3, 'picture', now(), $4, $5, 'LEHV6nWB2yk8pyo0adR*.7kCMdnj', $6, $7, $7, 1)`,
      [user_id, original, bytes.length, PICTURE.width, PICTURE.height, id, channelId],
    );
  }
}

/** Starts a backend with a channel of messages of varying length, some with code, and three channels of one page. */
export async function startFixture(messages: number): Promise<HistoryFixture> {
  const stack = await DedicatedTestStack.start({ durable: true });
  const reader = await makeMember(stack.dataSource);
  const others = await Promise.all(Array.from({ length: AUTHORS }, async () => makeMember(stack.dataSource)));
  const users = [reader, ...others].map(({ user }) => user);
  const { server, channel } = await makeServer(stack.dataSource, { members: users });
  await stack.dataSource.query(
    `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, created_at)
     SELECT $1, ($2::uuid[])[1 + n / 3 % cardinality($2::uuid[])], n, n,
            CASE WHEN n = $3::integer THEN $4
                 ELSE 'Line ' || n || repeat(' of the conversation', n * 7 % 11)
                        || CASE WHEN n % 9 = 0 THEN E'\\n\`seen at ' || n || E'\`\\nand so on' ELSE '' END
             END,
            n::text, now() - ($3::integer - n) * interval '2 minutes'
       FROM generate_series(1, $3::integer) AS n`,
    [channel.id, others.map(({ user }) => user.id), messages, LATEST],
  );
  await stack.dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
    channel.id,
    messages,
  ]);
  await stack.dataSource.query(
    'INSERT INTO channel_reads (user_id, channel_id, read_seq) VALUES ($1, $2, $3)',
    [reader.user.id, channel.id, messages],
  );
  const people = { serverId: server.id, reader: reader.user.id, authors: others.map(({ user }) => user.id) };
  const plain = { latest: 'The latest plain line', kind: 'plain' } as const;
  const answered = { latest: 'The latest answered line', kind: 'answered' } as const;
  const pictured = { latest: 'The latest pictured line', kind: 'pictured' } as const;
  const plainId = await addRoom(stack.dataSource, people, plain);
  const answeredId = await addRoom(stack.dataSource, people, answered);
  const picturedId = await addRoom(stack.dataSource, people, pictured);
  await addPictures(stack.dataSource, new ObjectStore(stack.config().objectStore), picturedId);
  await stack.dataSource.query('ANALYZE');
  const backend = await BackendProcess.start(
    { ...stack.env(), CLIENT_DIR, RATE_LIMITS: 'off' },
    await freePort(),
  );
  const address = `${backend.url}/api/channels/${channel.id}/messages`;
  const authorSession = others[0]?.sessionId ?? '';
  const urlOf = (id: string) => `${backend.url}/dimensions/public?server=${server.id}&channel=${id}`;
  const roomOf = (id: string, latest: string): Room => ({
    url: urlOf(id),
    messages: `${backend.url}/api/channels/${id}/messages?limit=${CHANNEL_OPEN.latest}`,
    latest,
  });
  return {
    sessionId: reader.sessionId,
    url: urlOf(channel.id),
    plainRoom: roomOf(plainId, plain.latest),
    answeredRoom: roomOf(answeredId, answered.latest),
    picturedRoom: roomOf(picturedId, pictured.latest),
    send: async (content) => {
      const { status } = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${authorSession}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      });
      if (status !== 201) throw new Error(`Sending a message answered ${status}`);
    },
    stop: async () => {
      await backend.stop();
      await stack.stop();
    },
  };
}
