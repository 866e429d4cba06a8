import type { RateLimit } from '@oniverse/platform';

/** Mails that a visitor asks for, per client address. */
export const MAIL_REQUEST_LIMIT: RateLimit = { name: 'mailRequests', points: 20, seconds: 60 * 60 };
/** Mails of all purposes to one address that somebody typed without having proved it. */
export const MAILS_TO_ADDRESS_LIMITS: readonly RateLimit[] = [
  { name: 'mailsToAddress', points: 3, seconds: 60 * 60 },
  { name: 'mailsToAddressPerDay', points: 12, seconds: 24 * 60 * 60 },
];
/** Verifications that a member asks for in a session beyond those limits, which others may have used up. */
export const OWN_VERIFICATION_LIMIT: RateLimit = { name: 'ownVerifications', points: 1, seconds: 60 * 60 };
/** Reset links, which nobody may use up by other mails or for a whole day. */
export const RESETS_LIMITS = {
  proven: { name: 'resetsToAddress', points: 3, seconds: 60 * 60 },
  unproven: { name: 'resetsToUnprovenAddress', points: 1, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>;
export const CHANGE_LIMIT: RateLimit = { name: 'emailChanges', points: 5, seconds: 24 * 60 * 60 };
