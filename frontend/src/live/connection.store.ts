import { create } from 'zustand';

/**
 * How the client stands with the server: not asked for yet, on its way, live, lost with the time of the next
 * attempt, lost because the device has no network, or ended by the server together with the session.
 */
export type Connection =
  | { status: 'idle' }
  | { status: 'connecting' }
  | { status: 'live' }
  | { status: 'lost'; retryAt: number }
  | { status: 'offline' }
  | { status: 'ended' };

/** The state of the one connection. */
export const useConnection = create<Connection>(() => ({ status: 'idle' }));

/** The state of the connection, for code outside of components. */
export const connectionNow = (): Connection => useConnection.getState();
