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
 * Uses a running Oniverse through its gateway as two members would, and prints each step: health, client, sign-up,
 * live messages, history, logout. Exits with 1 if a step fails. Leaves two members and a message behind.
 */
const base = process.argv[2] ?? 'http://localhost:8080';
const TIMEOUT_MS = 10_000;

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const started = performance.now();
const printStep = (line: string): void => {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(2).padStart(6)} s  ${line}\n`);
};

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function requireText(value: unknown, name: string): string {
  const text = field(value, name);
  if (typeof text !== 'string') throw new Error(`The response has no ${name}: ${JSON.stringify(value)}`);
  return text;
}

async function request(
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
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

async function signUp(): Promise<{ username: string; sessionId: string }> {
  const username = `smoke_${randomBytes(5).toString('hex')}`;
  const answer = await request('POST', '/api/auth/register', {
    body: {
      username,
      email: `${username}@smoke.invalid`,
      password: `Aa1@${randomBytes(12).toString('hex')}`,
    },
  });
  printStep(`signed up as ${username}`);
  return { username, sessionId: requireText(answer, 'sessionId') };
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

async function openChannel(socket: LiveSocket, channelId: string): Promise<void> {
  const answer = await socket.timeout(TIMEOUT_MS).emitWithAck('channel:open', { channelId });
  if (!answer.ok) throw new Error(`channel:open was refused: ${answer.message}`);
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

async function firstPublicChannel(
  sessionId: string,
): Promise<{ server: string; serverId: string; channelId: string }> {
  const servers = await request('GET', '/api/servers', { sessionId });
  const server = isList(servers)
    ? servers.find((each) => field(each, 'isPublic' satisfies keyof ServerView) === true)
    : undefined;
  if (server === undefined) throw new Error('No public dimension found. Run the migrations, then try again.');
  const serverId = requireText(server, 'id');
  const channels = await request('GET', `/api/servers/${serverId}/channels`, { sessionId });
  return {
    server: requireText(server, 'name'),
    serverId,
    channelId: requireText(isList(channels) ? channels[0] : undefined, 'id'),
  };
}

async function exchangeMessage(from: LiveSocket, to: LiveSocket, channelId: string): Promise<MessageView> {
  const content = `smoke test ${randomUUID()}`;
  const received = new Promise<void>((resolve) => {
    to.on('messages:created', ({ messages }) => {
      if (messages.some((message) => message.content === content)) resolve();
    });
  });
  const sent = performance.now();
  const answer = await from
    .timeout(TIMEOUT_MS)
    .emitWithAck('message:send', { channelId, content, nonce: randomUUID() });
  if (!answer.ok) throw new Error(`message:send was refused: ${answer.message}`);
  const acknowledged = performance.now();
  await Promise.race([
    received,
    new Promise<never>((_, reject) => {
      setTimeout(
        () => reject(new Error('The second member did not receive the message')),
        TIMEOUT_MS,
      ).unref();
    }),
  ]);
  printStep(
    `message acknowledged after ${Math.round(acknowledged - sent)} ms, received by the second member after ${Math.round(performance.now() - sent)} ms`,
  );
  return answer.message;
}

async function runSmokeTest(): Promise<void> {
  printStep(`testing ${base}`);
  printStep(`health: ${JSON.stringify(field(await request('GET', '/api/health/ready'), 'parts'))}`);
  if (!String(await request('GET', '/')).includes('Oniverse'))
    throw new Error('The client page did not load');
  printStep('client page loaded');
  printStep(`nodes formed: ${String(field(await request('GET', '/api/waitlist/stats'), 'count'))}`);
  const [one, other] = [await signUp(), await signUp()];
  const { server, serverId, channelId } = await firstPublicChannel(one.sessionId);
  await request('POST', `/api/servers/${serverId}/join`, { sessionId: one.sessionId });
  printStep(`joined ${server}`);
  const sockets = await Promise.all([connect(one.sessionId), connect(other.sessionId)]);
  try {
    await Promise.all(sockets.map((socket) => openChannel(socket, channelId)));
    const message = await exchangeMessage(sockets[0], sockets[1], channelId);
    const history = await request('GET', `/api/channels/${channelId}/messages?after=${message.seq - 1}`, {
      sessionId: other.sessionId,
    });
    if (!isList(history) || field(history[0], 'id') !== message.id)
      throw new Error('The message is missing from the history');
    printStep(`found the message in the history, seq ${message.seq}`);
    await request('POST', `/api/servers/${serverId}/leave`, { sessionId: one.sessionId });
    await Promise.all(
      [one, other].map(({ sessionId }) => request('POST', '/api/auth/logout', { sessionId })),
    );
    printStep('left and logged out');
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

try {
  await runSmokeTest();
  printStep('smoke test passed');
} catch (error) {
  printStep(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
