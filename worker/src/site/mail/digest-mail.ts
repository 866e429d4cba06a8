import { PRODUCT_NAME } from '@oniverse/contracts';
import { entryPath, entryPlace, entryTitle } from '../../talk/index.js';
import { type MailContent, nameInMail } from './mail-content.js';
import type { AccountRow, DigestEntry, DigestRows } from './mail.repository.js';

/** @param origin the origin of the site */
export function digestMail(
  account: AccountRow,
  { digest, entries }: Pick<DigestRows, 'digest' | 'entries'>,
  origin: string,
  unsubscribe: NonNullable<MailContent['unsubscribe']>,
): MailContent {
  return {
    subject: 'Unread in your night log',
    title: 'While you were away',
    paragraphs: [`This happened on ${PRODUCT_NAME} since your last digest, and is still unread.`],
    items: entries.map((entry) => ({ text: itemText(entry), url: origin + entryPath(entry) })),
    action: { label: 'Open the night log', url: `${origin}/notifications` },
    reason: `You get this mail because you chose a ${digest} digest for the account ${account.username}.`,
    unsubscribe,
  };
}

const itemText = (entry: DigestEntry): string =>
  [entryTitle(entry, entry.others), entryPlace(entry)]
    .filter((part) => part !== '')
    .map(nameInMail)
    .join(': ');
