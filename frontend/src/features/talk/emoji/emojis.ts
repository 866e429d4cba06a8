import compact from 'emojibase-data/en/compact.json' with { type: 'json' };
import github from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' };
import type { EMOJI_TEXTS } from './emoji.texts.js';

export interface Emoji {
  unicode: string;
  /** In English: `thumbs up`. */
  label: string;
  /** The label as it is typed between colons: `thumbs_up`. */
  name: string;
  /** In the form of names. */
  keywords: readonly string[];
  /** As elsewhere, such as `tada` and `+1`. */
  codes: readonly string[];
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

/** Selects how an emoji is presented; the data disagree on where it belongs. */
const PRESENTATION = 'FE0F';

const hexcodeOf = (unicode: string): string =>
  Array.from(unicode, (character) => character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0'))
    .filter((code) => code !== PRESENTATION)
    .join('-');

const CODES = new Map(
  Object.entries(github).map(([hexcode, codes]) => [
    hexcode.replaceAll(`-${PRESENTATION}`, ''),
    [codes].flat(),
  ]),
);

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
      codes: CODES.get(hexcodeOf(unicode)) ?? [],
    })),
}));

const EMOJIS = EMOJI_GROUPS.flatMap(({ emojis }) => emojis);

/** How an emoji may match a query in the form of names, the best way first, after its whole name or code. */
const MATCHES: readonly ((emoji: Emoji, query: string) => boolean)[] = [
  ({ name }, query) => name.startsWith(query),
  ({ name }, query) => name.split('_').includes(query),
  ({ keywords }, query) => keywords.includes(query),
  ({ codes }, query) => codes.some((code) => code.startsWith(query)),
  ({ name }, query) => name.includes(`_${query}`),
  ({ keywords }, query) => keywords.some((keyword) => keyword.startsWith(query)),
];

/** Returns the emoji with exactly this name or, if none has it, this code. */
export function findEmojiNamed(text: string): Emoji | undefined {
  const query = nameOf(text);
  const code = text.toLowerCase();
  return EMOJIS.find(({ name }) => name === query) ?? EMOJIS.find(({ codes }) => codes.includes(code));
}

/** Returns the emojis that match a name, code or keyword, the best ones first. */
export function searchEmojis(text: string, limit: number): Emoji[] {
  const query = nameOf(text);
  if (query === '') return [];
  const named = findEmojiNamed(text);
  const matching = EMOJIS.map((emoji) => ({
    emoji,
    rank: MATCHES.findIndex((matches) => matches(emoji, query)),
  }))
    .filter(({ emoji, rank }) => emoji !== named && rank !== -1)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ emoji }) => emoji);
  return [...(named ? [named] : []), ...matching].slice(0, limit);
}

/** Returns an emoji by its characters. */
export const findEmoji = (unicode: string): Emoji | undefined =>
  EMOJIS.find((emoji) => emoji.unicode === unicode);
