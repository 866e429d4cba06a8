import { create } from 'zustand';

/**
 * The state of the client's connection. `lost` has the time of the next attempt in milliseconds since the epoch,
 * `offline` means that the device has no network, and `ended` that the server ended the session.
 */
export type Connection =
  | { status: 'idle' }
  | { status: 'connecting' }
  | { status: 'live' }
  | { status: 'lost'; retryAt: number }
  | { status: 'offline' }
  | { status: 'ended' };

export const useConnection = create<Connection>(() => ({ status: 'idle' }));

export const getConnection = (): Connection => useConnection.getState();
