import type { Sentences } from '@oniverse/contracts';

/** What the server says, by reason. Its own messages are in English, and their times in UTC. */
export const SERVER_SENTENCES: Partial<Sentences> = {
  timedOut: ({ until }) =>
    `You are timed out until ${new Date(until).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}.`,
};

export const NO_ANSWER = 'The network did not answer. Try again in a moment.';
export const OFFLINE = 'You appear to be offline. Try again when you are back.';

export const rateLimited = (delay: string): string => `Too many requests. Try again ${delay}.`;
