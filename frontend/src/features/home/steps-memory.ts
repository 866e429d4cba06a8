import { STORAGE_KEYS } from '@oniverse/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { isFlag, isShape } from '../../api/guards.js';
import { useSession } from '../../session/session.js';

/** What this browser remembers of a member's first steps. */
interface Memory {
  isDismissed: boolean;
  sawConstellation: boolean;
}

const NOTHING: Memory = { isDismissed: false, sawConstellation: false };
const isMemory = isShape<Memory>({ isDismissed: isFlag, sawConstellation: isFlag });
const keyOf = (userId: string) => `${STORAGE_KEYS.guide}:${userId}`;

/** Tells those who show the steps that something was remembered. */
const useTimes = create<{ times: number }>(() => ({ times: 0 }));

function read(userId: string): Memory {
  try {
    const memory: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return isMemory(memory) ? memory : NOTHING;
  } catch {
    return NOTHING;
  }
}

function remember(userId: string, change: Partial<Memory>): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...read(userId), ...change }));
  } catch {
    // Storage is closed to us: the steps are shown again next time.
  }
  useTimes.setState(({ times }) => ({ times: times + 1 }));
}

/** Remembers that the member sees the constellation. */
export function useRememberConstellation(): void {
  const userId = useSession().user?.id;
  useEffect(() => {
    if (userId !== undefined) remember(userId, { sawConstellation: true });
  }, [userId]);
}

/** Hides the first steps for good. */
export const dismissSteps = (userId: string): void => remember(userId, { isDismissed: true });

/** What this browser remembers of a member's first steps just now. */
export function useStepsMemory(userId: string): Memory {
  useTimes();
  return read(userId);
}
