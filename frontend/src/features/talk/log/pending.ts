import { isBlank } from '@oniverse/contracts';
import { type Confirmed, idOf, type Operation, type Operations, type Problem, ruleOf } from './operations.js';

type Look = (operation: Operation) => Confirmed;

const findById = (operations: Operations, { id, userId }: Operation): Operation | undefined =>
  operations.find((operation) => operation.id === id && operation.userId === userId);

const replaced = (operations: Operations, before: Operation, after: Operation): Operations =>
  operations.map((operation) => (operation === before ? after : operation));

export const without = (operations: Operations, removed: Operation): Operations =>
  operations.filter((operation) => operation !== removed);

/** Whether nothing can undo what it asks for, so that what is loaded proves it even while it is sent. */
const isLasting = ({ kind }: Operation): boolean => kind === 'send' || kind === 'delete' || kind === 'play';

/** Removes the operations whose wish has come true, by an answer or by a live event, whichever was first. */
export function withoutReached(operations: Operations, look: Look): Operations {
  const isOver = (operation: Operation) =>
    ((operation.state !== 'sending' && !operation.isSent) || isLasting(operation)) &&
    ruleOf(operation).isReached(operation, look(operation));
  return operations.some(isOver) ? operations.filter((operation) => !isOver(operation)) : operations;
}

/** Adds an operation, which takes the place of an earlier one with the same id. A deletion ends all else on its message. */
export function withOperation(operations: Operations, added: Operation): Operations {
  const earlier = findById(operations, added);
  const isOver = (operation: Operation) =>
    added.kind === 'delete' &&
    'messageId' in operation &&
    operation.messageId === added.messageId &&
    operation.kind !== 'delete' &&
    operation.state !== 'sending';
  const others = operations.filter((operation) => !isOver(operation));
  if (!earlier) return [...others, added];
  const merged = ruleOf(added).merge(earlier, added);
  if (merged === earlier && earlier.state !== 'refused') return others;
  return replaced(others, earlier, {
    ...merged,
    isSent: earlier.isSent,
    state: earlier.state === 'sending' ? 'sending' : 'waiting',
    problem: undefined,
  });
}

/** Takes what another tab stored: an operation or, without one, its end. */
export function withForeign(
  operations: Operations,
  { id, userId, operation }: { id: string; userId: string; operation: Operation | undefined },
): Operations {
  const known = operations.find((own) => own.id === id && own.userId === userId);
  if (!operation) return known && known.state !== 'stored' ? without(operations, known) : operations;
  return known ? replaced(operations, known, operation) : [...operations, operation];
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** How the sending of an operation ended; `none` is without an answer, and `held` for staff to decide. */
export type Outcome =
  | { is: 'answered'; seq?: number }
  | { is: 'held' }
  | { is: 'none'; isConnected: boolean; retryAfterMs?: number }
  | { is: 'later' | 'refused'; problem: Problem };

function afterOutcome(operation: Operation, outcome: Outcome, now: number): Operation | undefined {
  const { attempts = 0 } = operation;
  switch (outcome.is) {
    case 'answered':
      // The server has no draft without a text; what the next text answers stays here.
      if (operation.kind === 'draft' && isBlank(operation.text))
        return { ...operation, state: 'waiting', isSent: undefined };
      if (!ruleOf(operation).isAwaited) return undefined;
      return {
        ...operation,
        isSent: undefined,
        state: 'stored',
        ...((operation.kind === 'send' || operation.kind === 'play') && { seq: outcome.seq }),
      };
    case 'held':
      return undefined;
    case 'none': {
      const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts);
      const dueAt = outcome.isConnected ? now + Math.max(delayMs, outcome.retryAfterMs ?? 0) : Infinity;
      return { ...operation, state: 'waiting', attempts: attempts + 1, dueAt };
    }
    case 'later':
      return { ...operation, state: 'waiting', problem: outcome.problem, dueAt: outcome.problem.retryAt };
    case 'refused':
      return ruleOf(operation).isKept
        ? { ...operation, isSent: undefined, state: 'refused', problem: outcome.problem }
        : undefined;
    default:
      return outcome satisfies never;
  }
}

/** Marks an operation as being sent. */
export const asSending = (operation: Operation): Operation => ({
  ...operation,
  state: 'sending',
  isSent: true,
  ...(operation.kind === 'edit' && {
    sentTexts: [...new Set(operation.sentTexts).add(operation.content)],
  }),
  problem: undefined,
});

/**
 * Applies the outcome of a request to its operation. An operation that the member changed during the request waits to be
 * sent again.
 * @param sent as `asSending` returned it
 */
export function settled(operations: Operations, sent: Operation, outcome: Outcome, now: number): Operations {
  const found = findById(operations, sent);
  if (found?.state !== 'sending') return operations;
  const isSame =
    found === sent || ((found.kind === 'send' || found.kind === 'play') && found.tab === sent.tab);
  if (!isSame) {
    const isSent = outcome.is === 'answered' ? undefined : found.isSent;
    return replaced(operations, found, { ...found, state: 'waiting', isSent });
  }
  const next = afterOutcome(found, outcome, now);
  return next ? replaced(operations, found, next) : without(operations, found);
}

/** Lets operations that wait only for an answer be sent at once. */
export const hurried = (operations: Operations): Operations =>
  operations.map((operation) =>
    operation.state === 'waiting' && operation.dueAt !== undefined && !operation.problem
      ? { ...operation, dueAt: undefined, attempts: undefined }
      : operation,
  );

/** Lets a held or refused operation be sent again, by this tab. */
export function retried(operations: Operations, retriedOne: Operation, tab: string): Operations {
  const again = { ...retriedOne, tab, state: 'waiting' as const, dueAt: undefined, problem: undefined };
  return retriedOne.state === 'refused'
    ? withOperation(without(operations, retriedOne), again)
    : replaced(operations, retriedOne, again);
}

/** The operations that a tab may send now, the first of each lane, and when the next one is due. */
export function dueOperations(
  operations: Operations,
  { userId, tab, now }: { userId: string; tab: string; now: number },
  look: Look,
): { due: Operation[]; nextAt: number } {
  const firsts = new Map<string, Operation>();
  for (const operation of operations) {
    const { isSendable, lane } = ruleOf(operation);
    const isOpen = operation.state === 'sending' || operation.state === 'waiting';
    if (!isOpen || operation.userId !== userId || operation.tab !== tab) continue;
    if (isSendable && operation.state === 'waiting' && !isSendable(operation, look(operation))) continue;
    const key = `${lane} ${operation.talkId}`;
    // One that is retried may stand before one that is being sent.
    if (!firsts.has(key) || operation.state === 'sending') firsts.set(key, operation);
  }
  const waiting = [...firsts.values()].filter(({ state }) => state === 'waiting');
  return {
    due: waiting.filter(({ dueAt = 0 }) => dueAt <= now),
    nextAt: Math.min(Infinity, ...waiting.flatMap(({ dueAt = 0 }) => (dueAt > now ? [dueAt] : []))),
  };
}

/**
 * Moves what was written before a thread was known into the thread. A draft stays behind if the thread has its own.
 * @param hasDraft whether the thread has a draft
 */
export const movedToThread = (
  operations: Operations,
  messageId: string,
  threadId: string,
  hasDraft: boolean,
): Operations =>
  operations.flatMap((operation) => {
    if (operation.talkId !== messageId || !('startsThread' in operation) || !operation.startsThread) {
      return [operation];
    }
    const moved = { ...operation, talkId: threadId, startsThread: undefined };
    if (moved.kind === 'send') return [moved];
    return hasDraft ? [] : [{ ...moved, id: idOf(moved, '') }];
  });

/** Whether a talk has messages that are not in it yet and were not refused. */
export const isSendPending = (operations: Operations, talkId: string): boolean =>
  operations.some(
    (operation) => operation.kind === 'send' && operation.talkId === talkId && operation.state !== 'refused',
  );
