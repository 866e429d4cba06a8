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
    seconds > 0 ? `connection lost, retrying in ${seconds} s` : 'connection lost, retrying now',
  offline: 'you appear to be offline. your messages will be sent when you are back',
  ended: 'your session has ended. sign in again to continue',
  away: 'You appear to be offline. Drafts are kept, and this page catches up when you are back.',
  reconnecting: 'Connection lost, trying again. Drafts are kept.',
  noSearch: 'The search opens when you are back online.',
  retryNow: 'Retry now',
  /** Why a request failed. */
  problems: {
    refused: 'The request was refused.',
    disconnected: 'The connection is lost.',
    lost: 'The connection was lost before the answer.',
    timeout: 'The server did not answer in time.',
    malformed: (request: string) => `The server sent a malformed answer to ${request}.`,
  },
} as const;
