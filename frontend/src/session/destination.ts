import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from './session.js';

const KEPT = 'oni-destination';

/**
 * The places that are carried through signing in, because nothing leads there but their address. Only these are
 * ever kept or gone to: whatever else stands in the storage cannot send a member anywhere.
 */
const CARRIED = [/^\/dimensions\/invite\/[\w-]{1,128}$/u];

const isCarried = (path: string): boolean => CARRIED.some((place) => place.test(path));

/** Where the visitor of this tab was going when the way there led past signing in, or null. */
export function keptDestination(): string | null {
  try {
    const path = sessionStorage.getItem(KEPT);
    return path !== null && isCarried(path) ? path : null;
  } catch {
    return null;
  }
}

function keep(path: string): void {
  try {
    sessionStorage.setItem(KEPT, path);
  } catch {
    // Storage is closed to us: the address has to be opened again.
  }
}

function forget(path: string): void {
  try {
    if (sessionStorage.getItem(KEPT) === path) sessionStorage.removeItem(KEPT);
  } catch {
    // Storage is closed to us: nothing is kept.
  }
}

/** Keeps the way of a visitor who came by such an address, over a load of the page too, until a member is there. */
export function useCarriedDestination(): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { status } = useSession();
  useEffect(() => {
    if (!isCarried(path)) return;
    if (status === 'member') forget(path);
    else keep(path);
  }, [path, status]);
}
