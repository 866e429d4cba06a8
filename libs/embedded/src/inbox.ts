import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';

export interface InboxOptions {
  /** The folder of the mails. */
  readonly dir: string;
  /** 0 for any free port. */
  readonly port: number;
}

export interface RunningInbox {
  readonly port: number;
  /** The address to send mail to, as in SMTP_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Older mails are deleted. */
const MAX_MAILS = 500;
const MAX_BYTES = 10 * 1024 * 1024;
const HOST = '127.0.0.1';

/** Starts an SMTP server on this machine's loopback. It accepts every mail and stores each as a `.eml` file, named by its time. */
export async function startInbox({ dir, port }: InboxOptions): Promise<RunningInbox> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_BYTES,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => callbackify(storeMail)(dir, Buffer.concat(chunks), done));
    },
  });
  const listening = server.listen(port, HOST);
  // Ignores clients that disconnect in the middle of a mail.
  server.on('error', () => {});
  await once(listening, 'listening');
  // Does not keep the process alive.
  server.server.unref();
  const assigned = portOf(listening.address());
  return {
    port: assigned,
    url: `smtp://${HOST}:${assigned}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Names sort by time. A file appears whole or not at all. */
async function storeMail(dir: string, mail: Buffer): Promise<void> {
  const name = `${String(Date.now()).padStart(15, '0')}-${randomBytes(6).toString('hex')}.eml`;
  const unfinished = join(dir, `${name}.part`);
  await writeFile(unfinished, mail, { mode: 0o600 });
  await rename(unfinished, join(dir, name));
  const names = (await readdir(dir)).filter((file) => file.endsWith('.eml')).toSorted();
  await Promise.all(names.slice(0, -MAX_MAILS).map((old) => rm(join(dir, old), { force: true })));
}
