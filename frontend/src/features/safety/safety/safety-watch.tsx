import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getConnection } from '../../../live/connection.store.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { throttle } from '../../../live/throttle.js';
import { BlockDialog } from './block-dialog.js';
import { refetchMembers, refetchVisible } from './safety.queries.js';

/** Open pages fetch what they show within this time. */
const REFRESH_MS = 900;

/** Keeps what is shown in line with what the reader may see, on every page, and asks before a block. */
export default function SafetyWatch() {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(() => void refetchVisible(client), REFRESH_MS);
    let hasConnected = getConnection().status === 'live';
    return endAll(
      onLive('visibility:changed', request),
      onConnected(() => {
        if (hasConnected) void refetchMembers(client);
        hasConnected = true;
      }),
      stop,
    );
  }, [client]);
  return <BlockDialog />;
}
