/**
 * Whose first messages reach a member: everyone's, where those without a link and a shared dimension wait as a request; only
 * those of members with a link or a shared dimension; nobody's.
 */
export const FIRST_MESSAGES_FROM = ['all', 'related', 'nobody'] as const;
export type FirstMessagesFrom = (typeof FIRST_MESSAGES_FROM)[number];
