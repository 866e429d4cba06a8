import { fileURLToPath } from 'node:url';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, makeMember, makeServer, DedicatedTestStack } from '@oniverse/testing';

// From infra/bench/dist/history.
const CLIENT_DIR = fileURLToPath(new URL('../../../../frontend/dist', import.meta.url));
const AUTHORS = 12;

export const LATEST = 'The latest line';

export interface HistoryFixture {
  sessionId: string;
  url: string;
  send: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts a backend with a channel of messages of varying length, some with code. */
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
  await stack.dataSource.query('ANALYZE');
  const backend = await BackendProcess.start(
    { ...stack.env(), CLIENT_DIR, RATE_LIMITS: 'off' },
    await freePort(),
  );
  const address = `${backend.url}/api/channels/${channel.id}/messages`;
  const authorSession = others[0]?.sessionId ?? '';
  return {
    sessionId: reader.sessionId,
    url: `${backend.url}/dimensions/public?server=${server.id}&channel=${channel.id}`,
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
