import { readSeqOf, useLog } from './log.store.js';
import type { Operation, Operations, ReadOperation } from './operations.js';
import { ask } from './sender.js';

/** The delay in which read marks of a channel are collected before one is sent. */
const SEND_DELAY_MS = 1_000;

/** How far a member has read a channel or thread of a dimension, or a conversation. */
export interface ReadMark {
  /** Null for a conversation. */
  serverId: string | null;
  channelId: string;
  seq: number;
}

/** How far a member has read a channel, a thread or a conversation, and what is unread after that. */
interface ReadCounts {
  lastSeq: number;
  readSeq: number;
  unreadCount: number;
  /** Absent in a conversation. */
  mentionCount?: number;
}

/** Moves a read mark forward to `seq`; never back. */
export function readTo<T extends ReadCounts>(counted: T, seq: number): T {
  if (seq <= counted.readSeq) return counted;
  const remaining = Math.max(0, counted.lastSeq - seq);
  return {
    ...counted,
    readSeq: seq,
    unreadCount: Math.min(counted.unreadCount, remaining),
    ...(counted.mentionCount !== undefined && remaining === 0 && { mentionCount: 0 }),
  };
}

/** Applies what this page knows of the member's reading to counts of the server, which may not have it yet. */
export const withReadMark = <T extends ReadCounts & { id: string }>(counted: T): T =>
  readTo(counted, readSeqOf(counted.id));

/** Marks a channel or thread as read, on all devices. */
export const markReadTo = (userId: string, { serverId, channelId, seq }: ReadMark): void =>
  ask({
    kind: 'read',
    userId,
    talkId: channelId,
    serverId,
    seq,
    dueAt: Date.now() + SEND_DELAY_MS,
  });

/** Calls `listener` with each mark that a tab of this browser sets, and again when the server has it. */
export const onReadMarks = (listener: (mark: ReadMark) => void): (() => void) =>
  useLog.subscribe(({ operations }, { operations: before }) => {
    if (operations === before) return;
    for (const { serverId, talkId, seq } of [
      ...marksOf(operations, before),
      ...marksOf(before, operations),
    ]) {
      listener({ serverId, channelId: talkId, seq });
    }
  });

/** Returns the marks among operations that are not among others. */
const marksOf = (operations: Operations, others: Operations): ReadOperation[] =>
  operations.filter(
    (operation: Operation): operation is ReadOperation =>
      operation.kind === 'read' && !others.includes(operation),
  );
