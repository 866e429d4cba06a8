import { endDigest } from './mail.calls.js';

/** The path of the one-click end of a digest (RFC 8058). */
export const unsubscribePath = (token: string): string => `/api${endDigest.path.replace(':token', token)}`;
