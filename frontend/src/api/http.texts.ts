export const NO_ANSWER = 'The network did not answer. Try again in a moment.';

export const rateLimited = (delay: string): string => `Too many requests. Try again ${delay}.`;
