import { onOneLine } from '@oniverse/contracts';

/** Where programs recognise an address: at the dots, also those of other scripts, and signs within a word. */
const JOINTS = /(?<=\S)[.:/@。．｡](?=\S)/gu;
const ZERO_WIDTH_SPACE = '\u200B';

/**
 * Returns a text that others chose, such as a name, as a mail shows it: on one line, and broken invisibly where a mail
 * program would make it a link.
 */
export const nameInMail = (text: string): string =>
  onOneLine(text).replaceAll(JOINTS, `$&${ZERO_WIDTH_SPACE}`);

/** A mail without its look. */
export interface MailContent {
  subject: string;
  /** The heading. */
  title: string;
  paragraphs: readonly string[];
  /** Facts, such as the time and the network of a sign-in. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** A list of links. */
  items?: readonly { text: string; url: string }[];
  action?: { label: string; url: string };
  /** Below the action. */
  afterword?: readonly string[];
  /** Why the reader gets this mail. */
  reason: string;
  /** Ends mails like this one: the page for readers, and the address for their mail programs. */
  unsubscribe?: { page: string; oneClick: string };
}
