import { characterCount, isBlank, onOneLine, withoutUnprintable } from '@oniverse/contracts';

const SPACES = /\s+/gu;
const ELLIPSIS = '…';

/**
 * Returns a text of a page that others wrote on one line: composed (NFC), without control characters and overrides of the
 * direction, and at most `max` characters long. Undefined for a text that shows nothing.
 */
export function cleanPageText(text: string | undefined, max: number): string | undefined {
  if (text === undefined) return undefined;
  const line = onOneLine(withoutUnprintable(text)).normalize('NFC').replaceAll(SPACES, ' ').trim();
  if (isBlank(line)) return undefined;
  if (characterCount(line) <= max) return line;
  return `${Array.from(line)
    .slice(0, max - 1)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}
