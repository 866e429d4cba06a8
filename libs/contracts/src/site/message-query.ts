import { GAME_KINDS, type GameKind } from '../talk/game-events.js';

/** What `has:` asks of a message. */
export const MESSAGE_PARTS = ['link', 'file', 'picture', 'reaction'] as const;
export type MessagePart = (typeof MESSAGE_PARTS)[number];

/** What `is:` asks of a message. */
export const MESSAGE_STATES = ['thread', 'pinned'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** A search of messages, with its operators read. */
export interface MessageQuery {
  /** The words to look for, also those of phrases. */
  text: string;
  /** Words that follow each other. */
  phrases: string[];
  /** Oni IDs of authors, of which one suffices. */
  from: string[];
  /** Names of channels and groups, or `@` and the Oni ID of the other member of a conversation of two; one suffices. */
  in: string[];
  /** The first moment, in milliseconds; undefined for any. */
  since?: number;
  /** The moment after the last one. */
  until?: number;
  has: MessagePart[];
  is: MessageState[];
  /** The message offers one of these games. */
  games: GameKind[];
  /** Oni IDs of players; all of them play in the game that the message offers. */
  players: string[];
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** An operator with its value, a phrase, or a word. Everything matches one of them. */
const PARTS = /([a-z]+):(?:"([^"]+)"|([^\s"]+))(?!\S)|"([^"]*)"|[^\s"]+|"/giu;

/** Returns the beginning of a day of UTC, in milliseconds; undefined for a text that is no day. */
function dayOf(text: string): number | undefined {
  const at = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // The 30th of February would be a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : undefined;
}

const latest = (one: number, other = one): number => Math.max(one, other);
const earliest = (one: number, other = one): number => Math.min(one, other);
const added = <T>(list: T[], item: T): T[] => (list.includes(item) ? list : [...list, item]);

type Reader = (query: MessageQuery, value: string) => MessageQuery | undefined;

/** Returns a reader of a value that is one of a list. */
const choice =
  <T extends string>(choices: readonly T[], read: (query: MessageQuery, chosen: T) => MessageQuery): Reader =>
  (query, value) => {
    const chosen = choices.find((known) => known === value.toLowerCase());
    return chosen === undefined ? undefined : read(query, chosen);
  };

/** Returns a reader of a day. */
const day =
  (read: (query: MessageQuery, at: number) => MessageQuery): Reader =>
  (query, value) => {
    const at = dayOf(value);
    return at === undefined ? undefined : read(query, at);
  };

const OPERATORS = {
  from: (query, value) => ({ ...query, from: added(query.from, value.replace(/^@/u, '')) }),
  in: (query, value) => ({ ...query, in: added(query.in, value.replace(/^#/u, '')) }),
  before: day((query, at) => ({ ...query, until: earliest(at, query.until) })),
  after: day((query, at) => ({ ...query, since: latest(at + DAY_MS, query.since) })),
  on: day((query, at) => ({
    ...query,
    since: latest(at, query.since),
    until: earliest(at + DAY_MS, query.until),
  })),
  has: choice(MESSAGE_PARTS, (query, part) => ({ ...query, has: added(query.has, part) })),
  is: choice(MESSAGE_STATES, (query, state) => ({ ...query, is: added(query.is, state) })),
  game: (query, value) => {
    const kind = GAME_KINDS.find((known) => known === value.toLowerCase());
    return kind === undefined
      ? { ...query, players: added(query.players, value.replace(/^@/u, '')) }
      : { ...query, games: added(query.games, kind) };
  },
} satisfies Record<string, Reader>;
export type MessageOperatorName = keyof typeof OPERATORS;

const isOperator = (name: string): name is MessageOperatorName => Object.hasOwn(OPERATORS, name);

const NOTHING: MessageQuery = {
  text: '',
  phrases: [],
  from: [],
  in: [],
  has: [],
  is: [],
  games: [],
  players: [],
};

/** An operator with a value that it takes. */
export interface MessageOperator {
  name: MessageOperatorName;
  value: string;
  /** The index of its first character. */
  at: number;
  /** The index after it. */
  end: number;
}

/** Returns the operator of a part of a query; undefined for other text. */
function operatorOf([whole, given, quoted, bare]: RegExpExecArray, at: number): MessageOperator | undefined {
  const name = given?.toLowerCase();
  if (name === undefined || !isOperator(name)) return undefined;
  const value = (quoted ?? bare ?? '').trim();
  return OPERATORS[name](NOTHING, value) && { name, value, at, end: at + whole.length };
}

/** Returns the operators of a search of messages, in their order. */
export const findMessageOperators = (q: string): MessageOperator[] =>
  [...q.matchAll(PARTS)].flatMap((part) => operatorOf(part, part.index) ?? []);

/** Returns an operator as a search of messages writes it. A quotation mark cannot be part of a value. */
export function writeMessageOperator(name: MessageOperatorName, value: string): string {
  const bare = value.replaceAll('"', '');
  return /\s/u.test(bare) ? `${name}:"${bare}"` : `${name}:${bare}`;
}

/**
 * Reads the operators of a search of messages: `from:name`, `in:channel`, `before:`, `after:` and `on:` with a day of UTC,
 * `has:`, `is:`, `game:` with a player or a game, and phrases in quotation marks. What is none of them, or has another value, is text.
 */
export function readMessageQuery(q: string): MessageQuery {
  let query: MessageQuery = { ...NOTHING, phrases: [] };
  const words: string[] = [];
  for (const part of q.matchAll(PARTS)) {
    const [whole, , , , phrase] = part;
    const operator = operatorOf(part, part.index);
    if (operator) {
      query = OPERATORS[operator.name](query, operator.value) ?? query;
    } else if (phrase === undefined) {
      words.push(whole);
    } else {
      words.push(phrase);
      if (phrase.trim() !== '') query.phrases.push(phrase.trim());
    }
  }
  return { ...query, text: words.join(' ').trim() };
}

/** Returns whether a search of messages asks for more than words and phrases. */
export const hasOperators = ({
  from,
  in: places,
  since,
  until,
  has,
  is,
  games,
  players,
}: MessageQuery): boolean =>
  [from, places, has, is, games, players].some((asked) => asked.length > 0) ||
  since !== undefined ||
  until !== undefined;
