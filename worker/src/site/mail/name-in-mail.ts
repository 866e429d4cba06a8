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
