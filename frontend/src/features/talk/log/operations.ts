import {
  type AttachmentView,
  characterCount,
  type GameCommandType,
  isBlank,
  LIMITS,
  type Quote,
} from '@oniverse/contracts';
import { type ChannelState, newestLoaded } from './channel.js';

/** Why the server did not do what was asked for. */
export interface Problem {
  message: string;
  /** When it is tried again, in milliseconds since the epoch. */
  retryAt?: number | undefined;
  /** What the filters of the dimension say. Its author may insist despite a warning. */
  filter?: 'warning' | 'refusal' | undefined;
  /** Whether a file is gone, so that the message cannot be sent as it is. */
  lacksFile?: boolean | undefined;
}

interface Common {
  /** The nonce of a message; of all else, what it changes, so that a later change takes the place of an earlier one. */
  id: string;
  userId: string;
  /** A channel or a thread; for a first reply whose thread is not known, the message that it answers. */
  talkId: string;
  /** When the member asked for it, as an ISO timestamp. */
  at: string;
  /** The tab that sends it. */
  tab: string;
  /** `stored` is on the server, but not in what is loaded yet. */
  state: 'waiting' | 'sending' | 'stored' | 'refused';
  /** Not sent before, in milliseconds since the epoch; Infinity until there is a connection. */
  dueAt?: number | undefined;
  /** Whether it was sent, and not answered since: what is loaded may be older than what the server has. */
  isSent?: boolean | undefined;
  /** How often the server has not answered. */
  attempts?: number | undefined;
  problem?: Problem | undefined;
}

/** A text that the filters of a dimension may warn of. */
interface Filtered {
  /** Whether its author insists on it despite a warning. */
  acceptsWarning?: boolean | undefined;
}

/** The place of a message whose thread does not exist yet is that of the message that starts it. */
interface InTalk {
  startsThread?: boolean | undefined;
}

export interface DraftContent {
  text: string;
  /** The message that it answers. */
  replyTo?: Quote | undefined;
}

export interface SendOperation extends Common, InTalk, Filtered {
  kind: 'send';
  /** Empty for a message that has files only. */
  content: string;
  /** Its files, with the descriptions of their author. */
  attachments?: readonly AttachmentView[] | undefined;
  replyTo?: Quote | undefined;
  /** The revision of the author's draft that it replaces; 0 for none. */
  draftRev: number;
  /** Of a stored message. */
  seq?: number | undefined;
}

interface OnMessage {
  messageId: string;
  seq: number;
}

export interface EditOperation extends Common, OnMessage, Filtered {
  kind: 'edit';
  content: string;
  /** The text that the edit began from. */
  base: string;
  /** The texts that were sent, one of which may be stored. */
  sentTexts?: readonly string[] | undefined;
}

export interface DeleteOperation extends Common, OnMessage {
  kind: 'delete';
}

export interface ReactOperation extends Common, OnMessage {
  kind: 'react';
  emoji: string;
  isMine: boolean;
}

export interface ReadOperation extends Common {
  kind: 'read';
  /** Null in a conversation. */
  serverId: string | null;
  seq: number;
}

export interface DraftOperation extends Common, InTalk, DraftContent {
  kind: 'draft';
}

/** What a player does in the game of a thread. */
export interface PlayOperation extends Common {
  kind: 'play';
  command: GameCommandType;
  /** Empty for all but `move`. */
  move: string;
  /** Of the stored message of the event. */
  seq?: number | undefined;
}

/** A change that the server has not confirmed yet. */
export type Operation =
  | SendOperation
  | EditOperation
  | DeleteOperation
  | ReactOperation
  | ReadOperation
  | DraftOperation
  | PlayOperation;

/** Those of all talks, in the order in which the member asked for them. */
export type Operations = readonly Operation[];

/** A draft as the server has it. */
export interface StoredDraft extends DraftContent {
  rev: number;
}

/** What the server has confirmed of the talk of an operation. */
export interface Confirmed {
  channel: ChannelState | undefined;
  readSeq: number;
  draft: StoredDraft;
}

/** Forms with and without a variation selector are the same emoji. */
const bare = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');
export const isSameEmoji = (a: string, b: string): boolean => bare(a) === bare(b);

export const isSameDraft = (one: DraftContent, other: DraftContent): boolean =>
  one.text === other.text && one.replyTo?.seq === other.replyTo?.seq;

const messageIn = ({ channel }: Confirmed, seq: number) =>
  channel?.messages.find((message) => message.seq === seq);

interface Rule<O extends Operation> {
  /** Those of one talk and lane are sent one after another. */
  lane: 'talk' | 'read' | 'draft' | 'game';
  /** What is left of an earlier one with the same id. */
  merge(earlier: O, later: O): O;
  /** Whether the server already has what it asks for. */
  isReached(operation: O, confirmed: Confirmed): boolean;
  /** Whether there is anything to send. */
  isSendable?(operation: O, confirmed: Confirmed): boolean;
  /** Whether an answer ends it only when what is loaded shows it, so that it does not disappear in between. */
  isAwaited?: boolean;
  /** Whether the member sees a refusal, and decides; otherwise nothing is left of it. */
  isKept: boolean;
}

type OperationOf<K extends Operation['kind']> = Extract<Operation, { kind: K }>;

/** Whether a stored message of the member is loaded. */
const isLoaded = ({ id, userId, seq }: SendOperation | PlayOperation, { channel }: Confirmed): boolean =>
  channel !== undefined &&
  ((seq !== undefined && seq <= newestLoaded(channel)) ||
    channel.messages.some((message) => message.nonce === id && message.userId === userId));

/** The one place for what the kinds of operations have of their own. How each shows is in `shown.ts`. */
const RULES: { readonly [K in Operation['kind']]: Rule<OperationOf<K>> } = {
  send: {
    lane: 'talk',
    merge: (earlier) => earlier,
    isReached: isLoaded,
    isAwaited: true,
    isKept: true,
  },
  edit: {
    lane: 'talk',
    // After a refusal, the member has seen the text that is stored.
    merge: (earlier, later) =>
      earlier.state === 'refused' ? later : { ...later, base: earlier.base, sentTexts: earlier.sentTexts },
    isReached: ({ seq, content }, confirmed) => messageIn(confirmed, seq)?.content === content,
    isKept: true,
  },
  delete: {
    lane: 'talk',
    merge: (_earlier, later) => later,
    isReached: ({ seq }, confirmed) => (messageIn(confirmed, seq)?.deletedAt ?? null) !== null,
    isAwaited: true,
    isKept: true,
  },
  react: {
    lane: 'talk',
    merge: (_earlier, later) => later,
    isReached: ({ seq, emoji, isMine }, confirmed) => {
      const own = confirmed.channel?.own[seq]?.emojis;
      return own !== undefined && own.some((other) => isSameEmoji(other, emoji)) === isMine;
    },
    isKept: false,
  },
  read: {
    lane: 'read',
    merge: (earlier, later) => (later.seq > earlier.seq ? { ...later, dueAt: earlier.dueAt } : earlier),
    isReached: ({ seq }, { readSeq }) => seq <= readSeq,
    isKept: false,
  },
  draft: {
    lane: 'draft',
    merge: (_earlier, later) => later,
    isReached: (draft, confirmed) => isSameDraft(draft, confirmed.draft),
    // A text that is too long stays in this browser, and so does an answer without a text: the server has no such draft.
    isSendable: ({ startsThread, text, isSent }, confirmed) =>
      startsThread !== true &&
      characterCount(text) <= LIMITS.message.max &&
      (isSent === true || !(isBlank(text) && confirmed.draft.text === '')),
    isKept: true,
  },
  play: {
    lane: 'game',
    merge: (earlier) => earlier,
    isReached: isLoaded,
    isAwaited: true,
    isKept: false,
  },
};

export const ruleOf = (operation: Operation): Rule<Operation> => RULES[operation.kind];

type Distribute<O> = O extends Operation ? Omit<O, 'id' | 'at' | 'tab' | 'state'> : never;

/** What a member asks for. */
export type Wish = Distribute<Operation>;

/** Returns the id of an operation. @param nonce that of a message */
export function idOf(wish: Wish, nonce: string): string {
  switch (wish.kind) {
    case 'send':
    case 'play':
      return nonce;
    case 'react':
      return `react:${wish.messageId}:${bare(wish.emoji)}`;
    case 'edit':
    case 'delete':
      return `${wish.kind}:${wish.messageId}`;
    case 'read':
    case 'draft':
      return `${wish.kind}:${wish.talkId}`;
    default:
      return wish satisfies never;
  }
}
