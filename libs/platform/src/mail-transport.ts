import { createTransport } from 'nodemailer';
import type { MailConfig } from './config.js';

/** A server that does not answer for this long has failed. */
const TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 2;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Connections to the mail server of the site, which their owner closes. */
export type MailTransport = ReturnType<typeof createMailTransport>;

/** Returns connections to the mail server of the site; the first mail opens one. */
export const createMailTransport = ({ smtpUrl }: MailConfig) =>
  createTransport({
    url: smtpUrl,
    // Links of mails are credentials. Operators can allow plain text in the URL, which has precedence.
    requireTLS: !LOOPBACK.test(new URL(smtpUrl).hostname),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails have no attachments.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
