import type { Sentences } from '@oniverse/contracts';

/** What the server says, by reason. Empty, because its own messages are in English. */
export const SERVER_SENTENCES: Partial<Sentences> = {};

export const NO_ANSWER = 'The network did not answer. Try again in a moment.';
export const OFFLINE = 'You appear to be offline. Try again when you are back.';

export const rateLimited = (delay: string): string => `Too many requests. Try again ${delay}.`;
