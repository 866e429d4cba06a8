/**
 * A text mentions the first members that it names, and a member may mention so many a day. `resolve_mentions.sql` applies
 * both.
 */
export const MENTIONS = { perText: 10, perDay: 200 } as const;

/**
 * What continues a word in which an Oni ID would stand: digits, marks, and letters of alphabets with case. Letters of
 * other scripts do not, because their words follow each other without spaces, as in `@adaさん`.
 */
const IN_WORD = String.raw`\p{Cased}\p{Nd}\p{M}`;
/**
 * The `@` of a mention, neither in a word, an address for mail nor a path. Underscores are markdown. It looks back after
 * the `@`, so that it runs in linear time.
 */
const SIGN = String.raw`@(?<![\p{Cased}\p{Nd}@＠/]\p{M}*_*@)`;
/** A mention in prose: a whole Oni ID in any case. `name@host` after an `@` is an address of somebody elsewhere. */
export const MENTION = new RegExp(`${SIGN}[A-Za-z0-9_]{3,20}(?!_*[${IN_WORD}@＠])`, 'u');
/** A mention that ends with the text and may be unfinished. Its first group is the beginning of the Oni ID. */
export const UNFINISHED_MENTION = new RegExp(`${SIGN}([A-Za-z0-9_]{0,20})$`, 'u');
/** A mention or an address, so that a part of an address is not taken for a mention. */
const MENTION_OR_ADDRESS = new RegExp(String.raw`(?:://|\bwww\.)\S*|${MENTION.source}`, 'gu');

export interface FoundMention {
  start: number;
  /** As written, with its `@`. */
  text: string;
  /** As stored. */
  username: string;
}

/** Returns the Oni ID that a mention names, in lower case. */
export const usernameOf = (mention: string): string => mention.slice(1).toLowerCase();

/** Returns the mentions in a text without markup, in order. Parts of addresses do not count. */
export const findMentions = (prose: string): FoundMention[] =>
  [...prose.matchAll(MENTION_OR_ADDRESS)].flatMap(({ 0: text, index: start }) =>
    text.startsWith('@') ? [{ start, text, username: usernameOf(text) }] : [],
  );
