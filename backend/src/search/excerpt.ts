import { characterCount } from '@oniverse/contracts';

const BEFORE = 40;
const LENGTH = 140;
const WORD = /[\p{Alphabetic}\p{Nd}]+/gu;

/** Returns the part of a text around the first word that begins with a word of the query, in one line. */
export function excerptOf(text: string, q: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const words = [...q.toLowerCase().matchAll(WORD)].map(([word]) => word);
  const found = [...line.matchAll(WORD)].find(([word]) =>
    words.some((start) => word.toLowerCase().startsWith(start)),
  );
  const characters = Array.from(line);
  const at = found ? characterCount(line.slice(0, found.index)) : 0;
  const start = at <= BEFORE ? 0 : at - BEFORE;
  const part = characters
    .slice(start, start + LENGTH)
    .join('')
    .trim();
  return `${start > 0 ? '… ' : ''}${part}${start + LENGTH < characters.length ? ' …' : ''}`;
}
