import type { DraftView } from '@oniverse/contracts';
import { create } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { unsentKey } from '../../../session/unsent-texts.js';
import { type ChannelState, EMPTY_CHANNEL, hasNewer } from './channel.js';
import { type ChannelEvent, reduceChannel } from './channel.reducer.js';
import {
  type Confirmed,
  type DraftContent,
  type DraftOperation,
  type Operation,
  type Operations,
  type PlayOperation,
  type StoredDraft,
} from './operations.js';
import { movedToThread, withoutReached } from './pending.js';

export type Side = 'older' | 'newer';
export type PageState = 'idle' | 'loading' | 'failed';

/** The log of all channels and threads of the page: what the server has confirmed, and what it has not yet. */
interface Log {
  channels: Readonly<Record<string, ChannelState>>;
  older: Readonly<Record<string, PageState>>;
  newer: Readonly<Record<string, PageState>>;
  refusals: Readonly<Record<string, string>>;
  operations: Operations;
  /** The drafts of the server, by their keys in storage. */
  drafts: Readonly<Record<string, StoredDraft>>;
  /** How far the server knows that the member has read a channel or thread. */
  reads: Readonly<Record<string, number>>;
  /** The threads that are known to start with a message. */
  threads: Readonly<Record<string, string>>;
  /** Whether some operations are not in storage, because there is no room: the page must stay open for them. */
  isFull: boolean;
}

const INITIAL_STATE: Log = {
  channels: {},
  older: {},
  newer: {},
  refusals: {},
  operations: [],
  drafts: {},
  reads: {},
  threads: {},
  isFull: false,
};
const NO_DRAFT: StoredDraft = { text: '', rev: 0 };

export const useLog = create<Log>(() => INITIAL_STATE);

/** Returns the edits and deletions that are not confirmed; the same list while the member writes, reads or reacts. */
export const useEditsAndDeletions = (): Operations =>
  useLog(
    useShallow(({ operations }) => operations.filter(({ kind }) => kind === 'edit' || kind === 'delete')),
  );

export const getChannel = (channelId: string): ChannelState =>
  useLog.getState().channels[channelId] ?? EMPTY_CHANNEL;

export const draftKey = (userId: string, talkId: string): string => unsentKey('draft', userId, talkId);

/** Returns what the server has confirmed of the talk of an operation. */
export const confirmedIn =
  ({ channels, drafts, reads }: Log) =>
  ({ talkId, userId }: Pick<Operation, 'talkId' | 'userId'>): Confirmed => ({
    channel: channels[talkId],
    readSeq: reads[talkId] ?? 0,
    draft: drafts[draftKey(userId, talkId)] ?? NO_DRAFT,
  });

/** Changes the log, and removes the operations that have come true with that. */
export const updateLog = (change: (log: Log) => Partial<Log>): void =>
  useLog.setState((log) => {
    const next = { ...log, ...change(log) };
    return { ...next, operations: withoutReached(next.operations, confirmedIn(next)) };
  });

export const updateOperations = (change: (operations: Operations) => Operations): void =>
  updateLog(({ operations }) => ({ operations: change(operations) }));

export const applyToChannel = (channelId: string, event: ChannelEvent): void =>
  updateLog(({ channels }) => ({
    channels: { ...channels, [channelId]: reduceChannel(channels[channelId] ?? EMPTY_CHANNEL, event) },
  }));

/** Moves what the member wrote for the first reply to a message into its thread, which is known from now on. */
export const learnThread = (userId: string, messageId: string, threadId: string): void =>
  updateLog((log) => ({
    threads: { ...log.threads, [messageId]: threadId },
    operations: movedToThread(
      log.operations,
      messageId,
      threadId,
      draftIn(log, userId, threadId).text !== '',
    ),
  }));

/** A deleted thread: the next reply to the message that started it starts another one. */
export const forgetThread = (threadId: string): void =>
  updateLog(({ threads }) => ({
    threads: Object.fromEntries(Object.entries(threads).filter(([, id]) => id !== threadId)),
  }));

/** Returns what a member did in a game that its thread does not show yet. */
export const playsIn = ({ operations }: Pick<Log, 'operations'>, gameId: string, userId: string) =>
  operations.filter(
    (operation): operation is PlayOperation =>
      operation.kind === 'play' && operation.talkId === gameId && operation.userId === userId,
  );

/** Returns the draft of a member in a talk that the server does not have yet. */
export const unsentDraft = (operations: Operations, userId: string, talkId: string) =>
  operations.find(
    (operation): operation is DraftOperation =>
      operation.kind === 'draft' && operation.talkId === talkId && operation.userId === userId,
  );

/** Returns the draft of a member in a talk as it shows. */
export const draftIn = (log: Log, userId: string, talkId: string): DraftContent =>
  unsentDraft(log.operations, userId, talkId) ?? confirmedIn(log)({ userId, talkId }).draft;

/** Takes how far the server knows that the member has read; a mark never moves back. */
export const confirmRead = (channelId: string, seq: number): void =>
  updateLog(({ reads }) => ({ reads: { ...reads, [channelId]: Math.max(seq, reads[channelId] ?? 0) } }));

/** Takes a draft of the server, unless it is older than the known one. */
export const receiveDraft = (userId: string, { channelId, content, rev, replyTo }: DraftView): void =>
  updateLog((log) => {
    const known = confirmedIn(log)({ userId, talkId: channelId }).draft;
    if (rev <= known.rev) return {};
    return { drafts: { ...log.drafts, [draftKey(userId, channelId)]: { text: content, rev, replyTo } } };
  });

/** Returns how far the member has read a channel or thread, with what the server does not know yet. */
export const readSeqOf = (talkId: string): number => {
  const { operations, reads } = useLog.getState();
  const unsent = operations.find(({ kind, talkId: id }) => kind === 'read' && id === talkId);
  return Math.max(reads[talkId] ?? 0, unsent?.kind === 'read' ? unsent.seq : 0);
};

export function setPageState(channelId: string, side: Side, state: PageState): void {
  useLog.setState(({ [side]: states }) => ({ [side]: { ...states, [channelId]: state } }));
}

/** Evicts a closed channel without its latest messages, so that the next visit starts with them. */
export function evictPartialChannel(channelId: string): void {
  useLog.setState(({ channels }) => {
    const { [channelId]: closed, ...others } = channels;
    return closed && hasNewer(closed) ? { channels: others } : {};
  });
}

export function setRefusal(channelId: string, message?: string): void {
  useLog.setState(({ refusals }) => {
    const { [channelId]: _removed, ...others } = refusals;
    return { refusals: message === undefined ? others : { ...others, [channelId]: message } };
  });
}
