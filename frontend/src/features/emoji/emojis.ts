import compact from 'emojibase-data/en/compact.json' with { type: 'json' };
import type { EMOJI_TEXTS } from './emoji.texts.js';

export interface Emoji {
  unicode: string;
  /** In English: `thumbs up`. */
  label: string;
  /** The label as it is typed between colons: `thumbs_up`. */
  name: string;
  /** In the form of names. */
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
    .map(({ unicode, label, tags = [] }) => ({
      unicode,
      label,
      name: nameOf(label),
      keywords: tags.map(nameOf),
    })),
}));

const EMOJIS = EMOJI_GROUPS.flatMap(({ emojis }) => emojis);

/** How an emoji may match a query in the form of names, the best way first. */
const MATCHES: readonly ((emoji: Emoji, query: string) => boolean)[] = [
  ({ name }, query) => name === query,
  ({ name }, query) => name.startsWith(query),
  ({ name }, query) => name.split('_').includes(query),
  ({ keywords }, query) => keywords.includes(query),
  ({ name }, query) => name.includes(`_${query}`),
  ({ keywords }, query) => keywords.some((keyword) => keyword.startsWith(query)),
];

/** Returns the emojis that match a name or keyword, the best ones first. */
export function searchEmojis(text: string, limit: number): Emoji[] {
  const query = nameOf(text);
  if (query === '') return [];
  return EMOJIS.map((emoji) => ({ emoji, rank: MATCHES.findIndex((matches) => matches(emoji, query)) }))
    .filter(({ rank }) => rank !== -1)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ emoji }) => emoji);
}

/** Returns the emoji with exactly this name. */
export function findEmojiNamed(text: string): Emoji | undefined {
  const query = nameOf(text);
  return EMOJIS.find(({ name }) => name === query);
}

/** Returns an emoji by its characters. */
export const findEmoji = (unicode: string): Emoji | undefined =>
  EMOJIS.find((emoji) => emoji.unicode === unicode);
