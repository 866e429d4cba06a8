import { retryDelay } from './backoff.js';
import { type Connection, connectionNow, useConnection } from './connection.store.js';

/** A connection that held this long was a good one: the waits start from the shortest again. */
const GOOD_AFTER_MS = 5_000;

const set = (connection: Connection) => useConnection.setState(connection, true);
const isOneOf = (...statuses: Connection['status'][]) => statuses.includes(connectionNow().status);

/** What the state machine moves. */
export interface Transport {
  connect: () => void;
  disconnect: () => void;
}

/** The state machine of a connection: what it may be told. */
export interface ConnectionMachine {
  /** Someone needs the connection. */
  start: () => void;
  /** The transport has connected. */
  opened: () => void;
  /** The transport failed to connect, or lost the connection. */
  failed: () => void;
  /** The server ended the session: nothing more is tried until the next start. */
  end: () => void;
  /** Nobody needs the connection any more. */
  stop: () => void;
  /** Try at once instead of waiting. */
  retryNow: () => void;
  /** Leave what there is and connect anew, at once. */
  renew: () => void;
}

/**
 * Decides when to connect: at once when asked, after a growing and spread wait when lost, again when the network
 * comes back. Writes where it stands to the connection store.
 */
export function createConnectionMachine(
  transport: Transport,
  random: () => number = Math.random,
): ConnectionMachine {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let liveSince: number | undefined;

  const connect = () => {
    clearTimeout(timer);
    set({ status: 'connecting' });
    transport.connect();
  };

  const halt = (status: 'idle' | 'ended') => {
    clearTimeout(timer);
    failures = 0;
    liveSince = undefined;
    set({ status });
    transport.disconnect();
  };

  return {
    start: () => {
      if (isOneOf('idle', 'ended')) connect();
    },
    opened: () => {
      clearTimeout(timer);
      liveSince = Date.now();
      set({ status: 'live' });
    },
    failed: () => {
      if (!isOneOf('connecting', 'live')) return;
      if (liveSince !== undefined && Date.now() - liveSince >= GOOD_AFTER_MS) failures = 0;
      liveSince = undefined;
      const delay = retryDelay(failures, random);
      failures += 1;
      clearTimeout(timer);
      timer = setTimeout(connect, delay);
      set(navigator.onLine ? { status: 'lost', retryAt: Date.now() + delay } : { status: 'offline' });
    },
    end: () => halt('ended'),
    stop: () => halt('idle'),
    retryNow: () => {
      if (isOneOf('lost', 'offline')) connect();
    },
    renew: () => {
      if (isOneOf('idle', 'ended')) return;
      transport.disconnect();
      failures = 0;
      liveSince = undefined;
      connect();
    },
  };
}
