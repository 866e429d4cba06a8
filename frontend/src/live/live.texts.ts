/** What the client says about its connection. */
export const LIVE_TEXTS = {
  badge: {
    idle: 'connecting',
    connecting: 'connecting',
    live: 'live',
    lost: 'lost',
    offline: 'offline',
    ended: 'signed out',
  },
  connecting: 'connecting...',
  lost: (seconds: number) =>
    seconds > 0 ? `connection lost, again in ${seconds} s` : 'connection lost, again now',
  offline: 'no network. what you write is sent once it is back',
  ended: 'your session has ended. log in again to go on',
  retryNow: 'Retry now',
} as const;
