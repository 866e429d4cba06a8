import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { waitUntil } from './live-client.js';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: ReadonlyMap<string, string>;
  /** The first address of a one-time link; an empty text if there is none. */
  link: string;
}

const LINK = /https?:\/\/\S+\/(?:link\/[a-z-]+|auth)#[A-Za-z0-9_-]{43}/;

/** Returns the mails in the folder of an inbox, oldest first. */
export async function readMails(dir: string): Promise<ReceivedMail[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(dir, name)));
      const text = mail.text ?? '';
      return {
        to: (mail.to ?? []).map(({ address }) => address ?? '').join(','),
        subject: mail.subject ?? '',
        text,
        html: mail.html ?? '',
        headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
        link: LINK.exec(text)?.[0] ?? '',
      };
    }),
  );
}

/** Waits for a mail to an address with a subject that contains a text, and returns the newest one. */
export async function waitForMail(
  dir: string,
  { to, subject, after = 0 }: { to: string; subject: string; after?: number },
): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined;
  await waitUntil(`a mail to ${to} about “${subject}”`, async () => {
    const mails = (await readMails(dir)).filter((mail) => mail.to === to && mail.subject.includes(subject));
    found = mails.length > after ? mails.at(-1) : undefined;
    return found !== undefined;
  });
  if (!found) throw new Error('The mail is gone');
  return found;
}
