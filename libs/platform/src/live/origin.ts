import type { IncomingMessage } from 'node:http';

/** Returns whether a page of this Origin may open a socket. Clients without one are not browsers and may. */
export function isAllowedOrigin(request: IncomingMessage, publicOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return publicOrigins.length > 0 ? publicOrigins.includes(url.origin) : url.host === host;
}
