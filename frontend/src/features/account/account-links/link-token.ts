import type { LinkPurpose } from '@oniverse/contracts';
import { useEffect, useState } from 'react';

const keyOf = (purpose: LinkPurpose): string => `oni-link:${purpose}`;

/**
 * Returns the token of this page's link, or an empty text. Removes it from the address bar and the history, and stores it
 * in the tab for a reload and for a sign-in in between.
 */
function takeLinkToken(purpose: LinkPurpose): string {
  const given = window.location.hash.slice(1);
  try {
    if (given !== '') {
      sessionStorage.setItem(keyOf(purpose), given);
      window.history.replaceState(window.history.state, '', window.location.pathname);
    }
    return given || (sessionStorage.getItem(keyOf(purpose)) ?? '');
  } catch {
    // Storage is blocked: the token stays in the address.
    return given;
  }
}

/** Removes the token of a link that was used. */
export function dropLinkToken(purpose: LinkPurpose): void {
  try {
    sessionStorage.removeItem(keyOf(purpose));
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** Returns the token of this page's link, also when another link of the same purpose is opened in this tab. */
export function useLinkToken(purpose: LinkPurpose): string {
  const [token, setToken] = useState(() => takeLinkToken(purpose));
  useEffect(() => {
    const handleChange = () => setToken(takeLinkToken(purpose));
    window.addEventListener('hashchange', handleChange);
    return () => window.removeEventListener('hashchange', handleChange);
  }, [purpose]);
  return token;
}
