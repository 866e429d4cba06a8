import { useEffect, useEffectEvent, useState } from 'react';
import { pageSession } from '../api/stored-session.js';

/**
 * Fetches a picture with the session and returns its blob URL, or undefined until it is loaded.
 * @param onMissing called if the fetch fails or the visitor has no session
 */
export function useFetchedObject(address: string | undefined, onMissing: () => void): string | undefined {
  const [fetched, setFetched] = useState<{ address: string; url: string }>();
  const reportMissing = useEffectEvent(onMissing);
  useEffect(() => {
    if (address === undefined) return undefined;
    const session = pageSession();
    if (session === null) {
      reportMissing();
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
      setFetched({ address, url });
    };
    load().catch(() => {
      if (!leaving.signal.aborted) reportMissing();
    });
    return () => {
      leaving.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [address]);
  return fetched?.address === address ? fetched?.url : undefined;
}
