import { useEffect, useEffectEvent, useState } from 'react';
import { storedSession } from '../api/stored-session.js';

/**
 * The address, for this page alone, of one's own picture that others do not see: fetched with the session.
 * @param address what to fetch; undefined fetches nothing
 * @param onMissing called where the member has no such picture, or it cannot be had
 * @returns undefined until it is there, and where there is no such picture for the member
 */
export function useOwnObject(address: string | undefined, onMissing: () => void): string | undefined {
  const [own, setOwn] = useState<{ address: string; url: string }>();
  const miss = useEffectEvent(onMissing);
  useEffect(() => {
    if (address === undefined) return undefined;
    const session = storedSession();
    if (session === null) {
      miss();
      return undefined;
    }
    const leaving = new AbortController();
    let url: string | undefined;
    const load = async () => {
      const response = await fetch(address, {
        headers: { Authorization: `Bearer ${session}` },
        signal: leaving.signal,
      });
      if (!response.ok) throw new Error(`${response.status}: ${address}`);
      const bytes = await response.blob();
      if (leaving.signal.aborted) return;
      url = URL.createObjectURL(bytes);
      setOwn({ address, url });
    };
    // A picture that cannot be had shows its alternative text, like any other, unless the page shows something else.
    load().catch(() => {
      if (!leaving.signal.aborted) miss();
    });
    return () => {
      leaving.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [address]);
  return own?.address === address ? own?.url : undefined;
}
