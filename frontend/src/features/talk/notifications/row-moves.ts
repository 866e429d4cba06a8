import {
  markNotificationDone,
  type NotificationFilter,
  type NotificationState,
  type NotificationView,
  remindOfNotification,
  reopenNotification,
} from '@oniverse/contracts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { send } from '../../../api/calls.js';
import { formatMoment } from '../../../ui/dates.js';
import { showToast } from '../../../ui/toast-store.js';
import { refreshLog, stateQuery } from './notifications.queries.js';
import { ROW_TEXTS as TEXTS } from './rows.texts.js';

/** Where a row is: in the log, done, or away until an ISO time. */
export type RowPlace = 'log' | 'done' | { at: string };

interface Move {
  row: string;
  from: RowPlace;
  to: RowPlace;
}

const KEY = ['move-notification'] as const;

/** Returns where a row of a list is. */
export function placeOf({ remindAt }: NotificationView, filter: NotificationFilter | undefined): RowPlace {
  if (remindAt !== null) return { at: remindAt };
  return filter === 'done' ? 'done' : 'log';
}

async function sendMove({ row, to }: Move): Promise<NotificationState> {
  if (to === 'log') return send(reopenNotification, { body: { row } });
  if (to === 'done') return send(markNotificationDone, { body: { row } });
  return send(remindOfNotification, { body: { row, at: to.at } });
}

const sentenceOfMove = ({ to }: Move): string =>
  typeof to === 'string' ? TEXTS.moved[to] : TEXTS.moved.reminder(formatMoment(Date.parse(to.at)));

/** Puts rows away and brings them back. A toast offers to undo it; `undo` takes the latest moves back, one at a time. */
export function useRowMoves() {
  const client = useQueryClient();
  const moves = useRef<{ made: Move; sent: Promise<unknown> }[]>([]);
  const { mutateAsync } = useMutation({
    mutationKey: KEY,
    mutationFn: sendMove,
    onSuccess: async (state, move) => {
      client.setQueryData(stateQuery.queryKey, state);
      const canUndo = moves.current.some(({ made }) => made === move);
      showToast({
        title: sentenceOfMove(move),
        ...(canUndo && { action: { label: TEXTS.undo, run: undo } }),
      });
      // The move ends, and with it what `useMovingRows` hides, when the lists have it.
      await refreshLog(client);
    },
  });
  const move = (made: Move) => {
    const sent = mutateAsync(made).catch(() => {
      moves.current = moves.current.filter((other) => other.made !== made);
    });
    moves.current.push({ made, sent });
  };
  /** Returns whether there was a move. */
  function undo(): boolean {
    const last = moves.current.pop();
    if (!last) return false;
    const { row, from, to } = last.made;
    // A toast says it if it fails.
    void last.sent.then(async () => mutateAsync({ row, from: to, to: from })).catch(() => undefined);
    return true;
  }
  return { move, undo };
}

/** Returns the ids of rows on their way: lists leave them out at once, and show them again if it fails. */
export const useMovingRows = (): readonly unknown[] =>
  useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: ({ state }) => Reflect.get(Object(state.variables), 'row'),
  });
