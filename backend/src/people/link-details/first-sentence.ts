import { plainTextOf } from '@oniverse/markdown';

/** Maximum characters of a sentence on a card. */
const MAX_LENGTH = 140;
/** How much of a profile text is parsed. */
const PARSED_LENGTH = 2_000;
const HEADING = /^#{1,6}\s.*$/gmu;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Returns the first sentence of a member's bio or, without one, of the profile text below its headings. */
export function firstSentence(bio: string | null, profileMarkdown: string): string | null {
  const text = bio ?? plainTextOf(profileMarkdown.slice(0, PARSED_LENGTH).replaceAll(HEADING, ''));
  const line = text.trim().split('\n', 1)[0] ?? '';
  const [first] = SENTENCES.segment(line);
  if (first === undefined) return null;
  const characters = Array.from(first.segment.trim());
  return characters.length <= MAX_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}…`;
}
