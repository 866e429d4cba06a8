import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, LiveClient, registration, TestStack, waitUntil } from '@oniverse/testing';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PREVIOUS_RELEASE = readFileSync(join(ROOT, 'infra/ops/previous-release'), 'utf8').trim();
/** Installing and compiling takes some minutes. */
const BUILD_MS = 600_000;

/** Checks a commit out into a folder and builds its backend, with the packages of its lock file. */
function build(commit: string, folder: string): string {
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  const packages = ['ci', '--prefer-offline', '--workspace', 'backend', '--include-workspace-root'];
  execFileSync('npm', packages, { cwd: folder });
  execFileSync('npm', ['exec', 'tsc', '--', '-b', 'backend'], { cwd: folder });
  return join(folder, 'backend/dist/main.js');
}

describe('the backend of the previous release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oniverse-previous-'));
  let stack: TestStack;
  let previous: BackendProcess;
  let present: BackendProcess;

  beforeAll(async () => {
    const main = build(PREVIOUS_RELEASE, folder);
    // Migrated by this version.
    stack = await TestStack.start();
    previous = await BackendProcess.start(stack.env(), await freePort(), undefined, main);
    present = await BackendProcess.start(stack.env(), await freePort());
  }, BUILD_MS);

  afterAll(async () => {
    await Promise.all([previous?.stop(), present?.stop()]);
    await stack?.stop();
    rmSync(folder, { recursive: true });
  });

  async function call(
    { url }: BackendProcess,
    method: string,
    path: string,
    { sessionId, body }: { sessionId?: string; body?: object } = {},
  ): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(sessionId !== undefined && { authorization: `Bearer ${sessionId}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect([method, path, response.status, response.ok ? '' : text]).toEqual([
      method,
      path,
      response.status,
      '',
    ]);
    return text === '' ? undefined : JSON.parse(text);
  }
  const textOf = (value: unknown, name: string): string => String(Reflect.get(Object(value), name));

  it('works on the schema of this one, beside a backend of this one', async () => {
    const given = registration();
    const { username, password } = given;
    const sessionId = textOf(
      await call(previous, 'POST', '/api/auth/register', { body: given }),
      'sessionId',
    );
    await call(present, 'POST', '/api/auth/login', { body: { username, password } });
    await call(previous, 'PATCH', '/api/users/profile', {
      sessionId,
      body: { bio: 'Boats.', displayName: 'Vesper' },
    });
    const post = await call(previous, 'POST', '/api/posts', {
      sessionId,
      body: { title: 'First light', content: 'Rings tonight.', tags: ['boats'], isPublic: true },
    });
    await call(previous, 'PATCH', `/api/posts/${textOf(post, 'id')}`, {
      sessionId,
      body: { title: 'Second' },
    });
    for (const path of [
      '/api/feed',
      '/api/posts/my',
      '/api/home',
      '/api/notifications',
      '/api/search?q=boats',
    ]) {
      await call(previous, 'GET', path, { sessionId });
      await call(present, 'GET', path, { sessionId });
    }
    const server = await call(previous, 'POST', '/api/servers', { sessionId, body: { name: 'Harbour' } });
    const channels = await call(previous, 'GET', `/api/servers/${textOf(server, 'id')}/channels`, {
      sessionId,
    });
    const channelId = textOf(Array.isArray(channels) ? channels[0] : undefined, 'id');

    const [writer, reader] = await Promise.all([
      LiveClient.connect(previous.url, { sessionId }),
      LiveClient.connect(present.url, { sessionId }),
    ]);
    await Promise.all([writer, reader].map((client) => client.request('channel:open', { channelId })));
    const sent = [
      await writer.send(channelId, 'from the previous one'),
      await reader.send(channelId, 'from this one'),
    ];
    expect(sent.map(({ seq }) => seq)).toEqual([1, 2]);
    for (const client of [writer, reader]) {
      await waitUntil('both messages', () => {
        const received = JSON.stringify(client.received);
        return sent.every(({ content }) => received.includes(content));
      });
      client.close();
    }
    for (const backend of [previous, present]) {
      expect(
        await call(backend, 'GET', `/api/channels/${channelId}/messages?after=0`, { sessionId }),
      ).toMatchObject(sent.map(({ id, content }) => ({ id, content })));
    }
    await call(previous, 'POST', '/api/auth/logout', { sessionId });
  });
});
