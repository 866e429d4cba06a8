import compact from 'emojibase-data/en/compact.json';
import type { EMOJI_TEXTS } from './emoji.texts.js';

export interface Emoji {
  unicode: string;
  /** In English: `thumbs up`. */
  label: string;
  /** The label as it is typed between colons: `thumbs_up`. */
  name: string;
  /** The words of the name, and others. */
  keywords: readonly string[];
}

type GroupKey = keyof typeof EMOJI_TEXTS.group;

/** The numbers of the groups in the data. Number 2 has skin tones and hair, which are no emojis of their own. */
const GROUPS: readonly (readonly [GroupKey, number])[] = [
  ['smileys', 0],
  ['people', 1],
  ['nature', 3],
  ['food', 4],
  ['travel', 5],
  ['activities', 6],
  ['objects', 7],
  ['symbols', 8],
  ['flags', 9],
];

/** Returns a text in the form of names: `Côte d’Ivoire` becomes `cote_d_ivoire`. */
const nameOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9+]+/gu, '_')
    .replaceAll(/^_|_$/gu, '');

export interface EmojiGroup {
  key: GroupKey;
  emojis: readonly Emoji[];
}

export const EMOJI_GROUPS: readonly EmojiGroup[] = GROUPS.map(([key, number]) => ({
  key,
  emojis: compact
    .filter(({ group }) => group === number)
    .map(({ unicode, label, tags = [] }) => {
      const name = nameOf(label);
      return { unicode, label, name, keywords: [...name.split('_'), ...tags.map(nameOf)] };
    }),
}));

const EMOJIS = EMOJI_GROUPS.flatMap(({ emojis }) => emojis);

const UNRELATED = 5;

/** Returns how well an emoji matches a query in the form of names; 0 is best. */
function rankOf({ name, keywords }: Emoji, query: string): number {
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  if (keywords.includes(query)) return 2;
  if (name.includes(`_${query}`)) return 3;
  return keywords.some((keyword) => keyword.startsWith(query)) ? 4 : UNRELATED;
}

/** Returns the emojis that match a name or keyword, the best ones first. */
export function searchEmojis(text: string, limit: number): Emoji[] {
  const query = nameOf(text);
  if (query === '') return [];
  return EMOJIS.map((emoji) => ({ emoji, rank: rankOf(emoji, query) }))
    .filter(({ rank }) => rank < UNRELATED)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ emoji }) => emoji);
}

/** Returns the emoji with a complete name, or the first with such a keyword. */
export function findEmojiNamed(text: string): Emoji | undefined {
  const query = nameOf(text);
  return EMOJIS.find(({ name }) => name === query) ?? EMOJIS.find(({ keywords }) => keywords.includes(query));
}

/** Returns an emoji by its characters. */
export const findEmoji = (unicode: string): Emoji | undefined =>
  EMOJIS.find((emoji) => emoji.unicode === unicode);
