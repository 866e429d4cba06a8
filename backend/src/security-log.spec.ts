import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@oniverse/platform';
import { GOOD_PASSWORD, LiveClient, TestStack, waitUntil } from '@oniverse/testing';
import { Accounts } from './testing/accounts.js';
import { BackendUnderTest } from './testing/backend-under-test.js';
import { sendRawRequest } from './testing/raw-request.js';

const NO_ID = '019abb00-0000-7000-8000-0000000000ff';
const HERE = '127.0.0.0/24';

describe('the log', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let accounts: Accounts;
  let written: string[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
    const logger = createLogger('backend', 'info', { write: (line) => void written.push(line) });
    backend = await BackendUnderTest.start(stack.config(), logger);
    accounts = new Accounts(stack, () => backend);
  });

  beforeEach(() => {
    written = [];
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const entries = (message: string): Record<string, unknown>[] =>
    written.map((line) => Object(JSON.parse(line))).filter(({ msg }) => msg === message);

  it('ACC-170 names the time, network, member, request and refusal of each call', async () => {
    const account = await accounts.join();
    await accounts.login(account.username, 'Wrong@123').expect(401);
    await accounts.login('nobody_at_all', 'Wrong@123').expect(401);
    await accounts.callAs(account, 'delete', `/sessions/${NO_ID}`).expect(404);
    await accounts.call('get', '/me').expect(401);
    await accounts.call('post', '/login', { username: 7 }).expect(400);
    await accounts.callAs(account, 'get', '/me').expect(200);
    await waitUntil('the lines', () => entries('request').length === 7);
    const common = { level: 'info', part: 'backend', network: HERE, requestId: expect.any(String) };
    const wrong = {
      req: { method: 'POST', path: '/api/auth/login' },
      status: 401,
      code: 'invalid_credentials',
    };
    expect(entries('request')).toEqual([
      expect.objectContaining({ ...common, status: 201 }),
      expect.objectContaining({
        ...common,
        ...wrong,
        time: expect.stringMatching(/Z$/),
        ms: expect.any(Number),
      }),
      expect.objectContaining({ ...common, ...wrong }),
      expect.objectContaining({ ...common, userId: account.id, status: 404, code: 'not_found' }),
      expect.objectContaining({ ...common, status: 401, code: 'unauthorized' }),
      expect.objectContaining({ ...common, status: 400, code: 'validation_failed' }),
      expect.objectContaining({ ...common, userId: account.id, status: 200 }),
    ]);
    expect(entries('request').at(-1)).not.toHaveProperty('code');
  });

  it('ACC-170 leaves out credentials', async () => {
    const account = await accounts.join();
    await accounts.login(account.username, 'Wrong@123');
    await accounts.login(account.username);
    await accounts.callAs(account, 'post', '/reauthenticate', { password: GOOD_PASSWORD }).expect(200);
    await waitUntil('the lines', () => entries('request').length === 4);
    for (const secret of [account.sessionId, account.deviceToken, GOOD_PASSWORD, 'Wrong@123']) {
      expect(written.join('')).not.toContain(secret);
    }
  });

  it('ACC-170 has requests that end before they are calls', async () => {
    await sendRawRequest(backend.url, 'NONSENSE\r\n\r\n');
    await waitUntil('the line', () => entries('Malformed request').length === 1);
    expect(entries('Malformed request')).toMatchObject([{ network: HERE, code: 'malformed_request' }]);
  });

  it('ACC-171 names the member of each socket, and what it was refused', async () => {
    const account = await accounts.join();
    const client = await LiveClient.connect(backend.url, account);
    expect(await client.request('channel:open', { channelId: NO_ID })).toMatchObject({ ok: false });
    const socket = client.socket.id;
    client.close();
    expect(entries('Socket admitted')).toMatchObject([{ socket, userId: account.id, network: HERE }]);
    expect(entries('Live request refused')).toMatchObject([
      { socket, event: 'channel:open', code: 'not_found' },
    ]);
  });

  it('ACC-171 has sockets without a session, with a wrong one, and from another origin', async () => {
    const visitor = await LiveClient.connect(backend.url);
    visitor.close();
    await expect(LiveClient.connect(backend.url, { sessionId: 'x'.repeat(43) })).rejects.toThrow();
    const headers = { origin: 'https://evil.example' };
    await expect(LiveClient.connect(backend.url, { headers })).rejects.toThrow();
    expect(entries('Socket admitted')).toHaveLength(1);
    expect(entries('Socket admitted')[0]).not.toHaveProperty('userId');
    expect(entries('Socket refused')).toEqual([
      expect.objectContaining({ network: HERE, code: 'unauthorized' }),
      expect.objectContaining({ network: HERE, reason: 'Forbidden' }),
    ]);
  });
});
