import { type Connection, getConnection, useConnection } from './connection.store.js';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** The maximum delay before a client moves from a server that closed its connection properly. */
const MOVE_MS = 300;
/** So many attempts follow at this mean interval: a gateway that is replaced refuses connections for most of a second. */
const QUICK_ATTEMPTS = 7;
const QUICK_DELAY_MS = 200;

/**
 * Returns the delay before the next connection attempt, in milliseconds. It doubles with each failure. Jitter keeps
 * clients that lost the server together from reconnecting together.
 * @param failures failed attempts since the last stable connection; below 0 for quick attempts
 */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const base =
    failures < 0 ? QUICK_DELAY_MS : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10));
  return Math.min(MAX_DELAY_MS, Math.round(base * (0.5 + random())));
}

/** A connection that lasted this long was stable: the next failure starts at the shortest delay. */
const STABLE_AFTER_MS = 5_000;

const setConnection = (connection: Connection) => useConnection.setState(connection, true);
const isOneOf = (...statuses: Connection['status'][]) => statuses.includes(getConnection().status);

export interface Transport {
  connect: () => void;
  disconnect: () => void;
}

export interface ConnectionMachine {
  /** Connects, unless connected or already trying. */
  start: () => void;
  handleConnect: () => void;
  /** Records that the transport failed to connect or lost the connection, and schedules a retry. */
  handleFailure: () => void;
  /** Records that the server closed the connection properly, as before it ends: another server takes over at once. */
  handleMove: () => void;
  /** Disconnects because the session ended; nothing reconnects until the next start. */
  endSession: () => void;
  stop: () => void;
  retryNow: () => void;
  reconnect: () => void;
}

/** Creates the state machine that decides when to connect. It writes its state to the connection store. */
export function createConnectionMachine(
  transport: Transport,
  random: () => number = Math.random,
): ConnectionMachine {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let liveSince: number | undefined;

  const connect = () => {
    clearTimeout(timer);
    setConnection({ status: 'connecting' });
    transport.connect();
  };

  const halt = (status: 'idle' | 'ended') => {
    clearTimeout(timer);
    failures = 0;
    liveSince = undefined;
    setConnection({ status });
    transport.disconnect();
  };

  const isStable = () => liveSince !== undefined && Date.now() - liveSince >= STABLE_AFTER_MS;

  const handleFailure = () => {
    if (!isOneOf('connecting', 'live')) return;
    if (isStable()) failures = 0;
    liveSince = undefined;
    const delay = retryDelayMs(failures, random);
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(connect, delay);
    if (!navigator.onLine) setConnection({ status: 'offline' });
    else if (failures <= 0) setConnection({ status: 'connecting' });
    else setConnection({ status: 'lost', retryAt: Date.now() + delay });
  };

  return {
    start: () => {
      if (isOneOf('idle', 'ended')) connect();
    },
    handleConnect: () => {
      clearTimeout(timer);
      failures = Math.max(0, failures);
      liveSince = Date.now();
      setConnection({ status: 'live' });
    },
    handleFailure,
    handleMove: () => {
      // A server that closes every connection gets no faster retries.
      if (!isStable()) {
        handleFailure();
        return;
      }
      failures = -QUICK_ATTEMPTS;
      liveSince = undefined;
      clearTimeout(timer);
      setConnection({ status: 'connecting' });
      timer = setTimeout(connect, random() * MOVE_MS);
    },
    endSession: () => halt('ended'),
    stop: () => halt('idle'),
    retryNow: () => {
      if (isOneOf('lost', 'offline')) connect();
    },
    reconnect: () => {
      if (isOneOf('idle', 'ended')) return;
      transport.disconnect();
      failures = 0;
      liveSince = undefined;
      connect();
    },
  };
}
