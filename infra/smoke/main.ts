import { randomBytes, randomUUID } from 'node:crypto';
import {
  type ClientEvents,
  LIVE_PATH,
  type MessageView,
  type ServerEvents,
  type ServerView,
} from '@oniverse/contracts';
import { io, type Socket } from 'socket.io-client';

/**
 * Uses a running Oniverse from outside, through its gateway, as two members would, and says what it saw:
 * health, the client's page, sign-up, two sockets that talk, history, logout. Ends with 1 where something is off.
 * It leaves two members and a message behind.
 */
const base = process.argv[2] ?? 'http://localhost:8080';
const PATIENCE_MS = 10_000;

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const started = performance.now();
const say = (line: string): void => {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(2).padStart(6)} s  ${line}\n`);
};

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string {
  const text = field(value, name);
  if (typeof text !== 'string') throw new Error(`The answer has no ${name}: ${JSON.stringify(value)}`);
  return text;
}

async function call(
  method: string,
  path: string,
  options: { sessionId?: string; body?: object } = {},
): Promise<unknown> {
  const response = await fetch(new URL(path, base), {
    method,
    headers: {
      ...(options.sessionId === undefined ? {} : { authorization: `Bearer ${options.sessionId}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

async function signUp(): Promise<{ username: string; sessionId: string }> {
  const username = `smoke_${randomBytes(5).toString('hex')}`;
  const answer = await call('POST', '/api/auth/register', {
    body: {
      username,
      email: `${username}@smoke.invalid`,
      password: `Aa1@${randomBytes(12).toString('hex')}`,
    },
  });
  say(`signed up as ${username}`);
  return { username, sessionId: textOf(answer, 'sessionId') };
}

async function connect(sessionId: string): Promise<LiveSocket> {
  const socket: LiveSocket = io(base, {
    path: LIVE_PATH,
    transports: ['websocket'],
    auth: { sessionId },
    forceNew: true,
    reconnection: false,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

async function enter(socket: LiveSocket, channelId: string): Promise<void> {
  const answer = await socket.timeout(PATIENCE_MS).emitWithAck('channel:open', { channelId });
  if (!answer.ok) throw new Error(`channel:open was refused: ${answer.message}`);
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

async function firstPublicChannel(
  sessionId: string,
): Promise<{ server: string; serverId: string; channelId: string }> {
  const servers = await call('GET', '/api/servers', { sessionId });
  const server = isList(servers)
    ? servers.find((each) => field(each, 'isPublic' satisfies keyof ServerView) === true)
    : undefined;
  if (server === undefined) throw new Error('There is no public dimension: did the migration run?');
  const serverId = textOf(server, 'id');
  const channels = await call('GET', `/api/servers/${serverId}/channels`, { sessionId });
  return {
    server: textOf(server, 'name'),
    serverId,
    channelId: textOf(isList(channels) ? channels[0] : undefined, 'id'),
  };
}

async function talk(from: LiveSocket, to: LiveSocket, channelId: string): Promise<MessageView> {
  const content = `smoke test ${randomUUID()}`;
  const heard = new Promise<void>((resolve) => {
    to.on('messages:created', ({ messages }) => {
      if (messages.some((message) => message.content === content)) resolve();
    });
  });
  const sent = performance.now();
  const answer = await from
    .timeout(PATIENCE_MS)
    .emitWithAck('message:send', { channelId, content, nonce: randomUUID() });
  if (!answer.ok) throw new Error(`message:send was refused: ${answer.message}`);
  const acknowledged = performance.now();
  await Promise.race([
    heard,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The other socket did not hear the message')), PATIENCE_MS).unref();
    }),
  ]);
  say(
    `a message was acknowledged after ${Math.round(acknowledged - sent)} ms and heard by the other after ${Math.round(performance.now() - sent)} ms`,
  );
  return answer.message;
}

async function smoke(): Promise<void> {
  say(`using ${base}`);
  say(`health: ${JSON.stringify(field(await call('GET', '/api/health/ready'), 'parts'))}`);
  if (!String(await call('GET', '/')).includes('Oniverse')) throw new Error("The client's page is not there");
  say("the client's page is there");
  say(`nodes formed: ${String(field(await call('GET', '/api/waitlist/stats'), 'count'))}`);
  const [one, other] = [await signUp(), await signUp()];
  const { server, serverId, channelId } = await firstPublicChannel(one.sessionId);
  await call('POST', `/api/servers/${serverId}/join`, { sessionId: one.sessionId });
  say(`joined ${server}`);
  const sockets = await Promise.all([connect(one.sessionId), connect(other.sessionId)]);
  try {
    await Promise.all(sockets.map((socket) => enter(socket, channelId)));
    const message = await talk(sockets[0], sockets[1], channelId);
    const history = await call('GET', `/api/channels/${channelId}/messages?after=${message.seq - 1}`, {
      sessionId: other.sessionId,
    });
    if (!isList(history) || field(history[0], 'id') !== message.id)
      throw new Error('The message is not in the history');
    say(`it stands in the history as number ${message.seq}`);
    await call('POST', `/api/servers/${serverId}/leave`, { sessionId: one.sessionId });
    await Promise.all([one, other].map(({ sessionId }) => call('POST', '/api/auth/logout', { sessionId })));
    say('left and logged out');
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

try {
  await smoke();
  say('all well');
} catch (error) {
  say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
