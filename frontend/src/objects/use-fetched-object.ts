import { useEffect, useEffectEvent, useState } from 'react';
import { pageSession } from '../api/stored-session.js';
import { fetchObject } from './fetch-object.js';

/**
 * Fetches a picture with the session and returns its blob URL, or undefined until it is loaded.
 * @param onMissing called if the fetch fails or the visitor has no session
 */
export function useFetchedObject(address: string | undefined, onMissing: () => void): string | undefined {
  const [fetched, setFetched] = useState<{ address: string; url: string }>();
  const reportMissing = useEffectEvent(onMissing);
  useEffect(() => {
    if (address === undefined) return undefined;
    if (pageSession() === null) {
      reportMissing();
      return undefined;
    }
    const leaving = new AbortController();
    let url: string | undefined;
    const load = async () => {
      const bytes = await fetchObject(address, leaving.signal);
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
