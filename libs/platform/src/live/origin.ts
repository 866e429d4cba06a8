import type { IncomingMessage } from 'node:http';

/**
 * Whether a socket may come from where it says: from one of the site's own addresses, or, where none is
 * configured, from the host that the request itself asks for. No Origin at all is no browser, and is taken.
 */
export function isAllowedOrigin(request: IncomingMessage, publicOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return publicOrigins.length > 0 ? publicOrigins.includes(url.origin) : url.host === host;
}
