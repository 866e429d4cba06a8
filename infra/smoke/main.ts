import { randomUUID } from 'node:crypto';
import type { MessageView } from '@oniverse/contracts';
import { field, isList, type LiveSocket, Site, TIMEOUT_MS } from './site.js';

/**
 * Uses a running Oniverse through its gateway as two members would, and prints each step: health, client, sign-up,
 * live messages, history, logout. Exits with 1 if a step fails. Leaves two members and a message behind.
 */
const site = new Site(process.argv[2] ?? 'http://localhost:8080');

const started = performance.now();
const printStep = (line: string): void => {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(2).padStart(6)} s  ${line}\n`);
};

async function openChannel(socket: LiveSocket, channelId: string): Promise<void> {
  const answer = await socket.timeout(TIMEOUT_MS).emitWithAck('channel:open', { channelId });
  if (!answer.ok) throw new Error(`channel:open was refused: ${answer.message}`);
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
  printStep(`testing ${site.url}`);
  printStep(`health: ${JSON.stringify(field(await site.request('GET', '/api/health/ready'), 'parts'))}`);
  if (!String(await site.request('GET', '/')).includes('Oniverse'))
    throw new Error('The client page did not load');
  printStep('client page loaded');
  printStep(`nodes formed: ${String(field(await site.request('GET', '/api/waitlist/stats'), 'count'))}`);
  const [one, other] = [await site.signUp('smoke'), await site.signUp('smoke')];
  printStep(`signed up as ${one.username} and ${other.username}`);
  const { server, serverId, channelId } = await site.firstPublicChannel(one.sessionId);
  await site.request('POST', `/api/servers/${serverId}/join`, { sessionId: one.sessionId });
  printStep(`joined ${server}`);
  const sockets = await Promise.all([site.connect(one.sessionId), site.connect(other.sessionId)]);
  try {
    await Promise.all(sockets.map((socket) => openChannel(socket, channelId)));
    const message = await exchangeMessage(sockets[0], sockets[1], channelId);
    const history = await site.request(
      'GET',
      `/api/channels/${channelId}/messages?after=${message.seq - 1}`,
      {
        sessionId: other.sessionId,
      },
    );
    if (!isList(history) || field(history[0], 'id') !== message.id)
      throw new Error('The message is missing from the history');
    printStep(`found the message in the history, seq ${message.seq}`);
    await site.request('POST', `/api/servers/${serverId}/leave`, { sessionId: one.sessionId });
    await Promise.all(
      [one, other].map(({ sessionId }) => site.request('POST', '/api/auth/logout', { sessionId })),
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
