import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, isLoopbackHost, notFound } from '@oniverse/platform';
import PostalMime from 'postal-mime';

export interface InboxMail {
  /** The name of its file. */
  name: string;
  to: string;
  subject: string;
  date: Date;
  text: string;
  html: string;
}

const MAIL_NAME = /^(\d{15})-[0-9a-f]{12}\.eml$/;
const LISTED = 50;

/** Reads the mails that the embedded inbox received. */
@Injectable()
export class InboxService {
  /** The folder; null unless this process serves only this machine. */
  private readonly dir: string | null;

  constructor(@Inject(CONFIG) { inboxDir, publicOrigins, trustedProxies, host }: Config) {
    const isLocal = publicOrigins.length === 0 && trustedProxies.length === 0 && isLoopbackHost(host);
    this.dir = isLocal ? inboxDir : null;
  }

  get isOpen(): boolean {
    return this.dir !== null;
  }

  /** Returns the newest mails, newest first. @throws ProblemError `not_found` if there is no inbox */
  async list(): Promise<InboxMail[]> {
    const dir = this.requireDir();
    const names = (await readNames(dir)).filter((name) => MAIL_NAME.test(name));
    const newest = names.toSorted().toReversed().slice(0, LISTED);
    return Promise.all(newest.map((name) => readMail(dir, name)));
  }

  /** @throws ProblemError `not_found` */
  async get(name: string): Promise<InboxMail> {
    const dir = this.requireDir();
    // Also keeps the path inside of the folder.
    if (!MAIL_NAME.test(name) || !(await readNames(dir)).includes(name)) throw notFound();
    return readMail(dir, name);
  }

  private requireDir(): string {
    if (this.dir === null) throw notFound();
    return this.dir;
  }
}

/** Before the first mail there is no folder. */
async function readNames(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch {
    return [];
  }
}

async function readMail(dir: string, name: string): Promise<InboxMail> {
  const mail = await PostalMime.parse(await readFile(join(dir, name)));
  return {
    name,
    to: (mail.to ?? []).flatMap(({ address }) => address ?? []).join(', '),
    subject: mail.subject ?? '(no subject)',
    date: new Date(Number(MAIL_NAME.exec(name)?.[1])),
    text: mail.text ?? '',
    html: mail.html ?? '',
  };
}
