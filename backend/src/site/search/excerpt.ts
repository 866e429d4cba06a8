import { characterCount, searchForm } from '@oniverse/contracts';
import { UNSPACED, WORD } from './words.js';

const BEFORE = 40;
const LENGTH = 140;

/** Returns where a word contains the first of the given ones, as its start or within a run; -1 if it does not. */
function placeIn(word: string, starts: readonly string[]): number {
  const form = searchForm(word);
  const places = starts.map((start) => {
    if (UNSPACED.test(start)) return form.indexOf(start);
    return form.startsWith(start) ? 0 : -1;
  });
  return places.find((place) => place >= 0) ?? -1;
}

/** Returns the part of a text around the first word that a word of the query finds, in one line. */
export function excerptOf(text: string, q: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const starts = [...q.matchAll(WORD)].map(([word]) => searchForm(word));
  let found = 0;
  for (const { 0: word, index } of line.matchAll(WORD)) {
    const place = placeIn(word, starts);
    if (place < 0) continue;
    found = index + place;
    break;
  }
  const characters = Array.from(line);
  const at = characterCount(line.slice(0, found));
  const start = at <= BEFORE ? 0 : startOfWord(characters, at - BEFORE);
  const part = characters
    .slice(start, start + LENGTH)
    .join('')
    .trim();
  return `${start > 0 ? '… ' : ''}${part}${start + LENGTH < characters.length ? ' …' : ''}`;
}

/** Returns the place after the next space, or `from` if the text has none there. */
function startOfWord(characters: readonly string[], from: number): number {
  const space = characters.slice(from, from + BEFORE).indexOf(' ');
  return space === -1 ? from : from + space + 1;
}
