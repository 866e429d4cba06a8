import { useEffect } from 'react';
import * as v from 'valibot';
import { create } from 'zustand';
import { useSession } from '../../session/session.js';

const stepsSchema = v.object({ isDismissed: v.boolean(), sawConstellation: v.boolean() });
type StoredSteps = v.InferOutput<typeof stepsSchema>;

const NO_STEPS: StoredSteps = { isDismissed: false, sawConstellation: false };
const keyOf = (userId: string) => `oni-guide:${userId}`;

/** Renders components again after a change in storage. */
const useChangeCount = create<{ count: number }>(() => ({ count: 0 }));

function read(userId: string): StoredSteps {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return v.is(stepsSchema, stored) ? stored : NO_STEPS;
  } catch {
    return NO_STEPS;
  }
}

function storeSteps(userId: string, change: Partial<StoredSteps>): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...read(userId), ...change }));
  } catch {
    // Without storage, the steps are shown again next time.
  }
  useChangeCount.setState(({ count }) => ({ count: count + 1 }));
}

export function useRecordConstellationVisit(): void {
  const userId = useSession().user?.id;
  useEffect(() => {
    if (userId !== undefined) storeSteps(userId, { sawConstellation: true });
  }, [userId]);
}

export const dismissSteps = (userId: string): void => storeSteps(userId, { isDismissed: true });

export function useStoredSteps(userId: string): StoredSteps {
  useChangeCount();
  return read(userId);
}
