import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningInbox, startInbox } from './inbox.js';

describe('startInbox', () => {
  let dir: string;
  let inbox: RunningInbox;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'oniverse-inbox-'));
    inbox = await startInbox({ dir, port: 0 });
  });

  afterEach(async () => {
    await inbox.stop();
    await rm(dir, { recursive: true });
  });

  /** Sends each part after the answer to the one before. */
  const send = async (...parts: string[]): Promise<string> => {
    const socket = connect(inbox.port, '127.0.0.1').setEncoding('utf8');
    let answers = '';
    for (const part of parts) {
      answers += String((await once(socket, 'data'))[0]);
      socket.write(`${part}\r\n`);
    }
    for await (const rest of socket) answers += String(rest);
    return answers;
  };
  const ENVELOPE = ['HELO me', 'MAIL FROM:<a@localhost>', 'RCPT TO:<vesper@example.org>', 'DATA'];

  it('ACC-011 stores each mail as a file that only its owner reads', async () => {
    const answers = await send(...ENVELOPE, 'Subject: Hello\r\n\r\nHello\r\n.', 'QUIT');
    expect(answers).toMatch(/^250 .*queued/im);
    const [name, ...others] = await readdir(dir);
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{15}-[0-9a-f]{12}\.eml$/);
    expect(await readFile(join(dir, name!), 'utf8')).toContain('Subject: Hello');
  });

  it('ACC-011 keeps the newest 500 mails', async () => {
    const name = (number: number) => `${String(number).padStart(15, '0')}-0123456789ab.eml`;
    await Promise.all(Array.from({ length: 500 }, (_, number) => writeFile(join(dir, name(number)), '')));
    await send(...ENVELOPE, 'Subject: Hello\r\n\r\nHello\r\n.', 'QUIT');
    const names = (await readdir(dir)).toSorted();
    expect(names).toHaveLength(500);
    expect(names[0]).toBe(name(1));
  });
});
