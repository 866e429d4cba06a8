import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DESTINATION_TEXTS } from './destination.texts.js';
import { useSession } from './session.js';

const STORAGE_KEY = 'oni-destination';
/** Its token is stored by the page itself. */
const VERIFICATION = '/link/verify-email';
const INVITE = /^\/dimensions\/invite\/[\w-]{1,128}$/u;
const MEMBER_PAGE = /^\/(\w+)(?:\/(?:public|private))?$/u;

const isPage = (name: string | undefined): name is keyof typeof DESTINATION_TEXTS.pages =>
  name !== undefined && Object.hasOwn(DESTINATION_TEXTS.pages, name);

interface Destination {
  /** Path and search, on this origin. */
  path: string;
  reason: string;
}

/** Accepts only known pages of this origin, so that a manipulated storage entry cannot redirect a member. */
function parseDestination(path: string | null): Destination | null {
  if (path === null || !URL.canParse(path, location.origin)) return null;
  const { href, pathname, search } = new URL(path, location.origin);
  // A path that the browser normalises differently may lead somewhere else.
  if (href !== location.origin + path) return null;
  if (path === VERIFICATION) return { path, reason: DESTINATION_TEXTS.verification };
  if (INVITE.test(path)) return { path, reason: DESTINATION_TEXTS.invite };
  const name = MEMBER_PAGE.exec(pathname)?.[1];
  return isPage(name) && path === pathname + search ? { path, reason: DESTINATION_TEXTS.pages[name] } : null;
}

/** Returns the page that this tab's visitor opened before being sent to sign in, or null. */
export function storedDestination(): Destination | null {
  try {
    return parseDestination(sessionStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

function storeDestination(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, path);
  } catch {
    // Storage is blocked: the visitor has to open the address again.
  }
}

const usePath = () => useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });

/** Returns why a visitor has to sign in for the current page; undefined if nobody has to. */
export function useSignInReason(): string | undefined {
  const destination = parseDestination(usePath());
  const { status } = useSession();
  return status === 'anonymous' ? destination?.reason : undefined;
}

/** Stores a visitor's destination in the tab, across page loads, until a member is signed in. */
export function useStoreDestination(): void {
  const path = usePath();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'member') storeDestination(null);
    else if (status === 'anonymous' && parseDestination(path)) storeDestination(path);
  }, [path, status]);
}
