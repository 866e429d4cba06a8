import type { RateLimit } from '@oniverse/platform';

/** The calls of a member, or of an address without a session. */
export const API_LIMIT: RateLimit = { name: 'api', points: 300, seconds: 60 };
