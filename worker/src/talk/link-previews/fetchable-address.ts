import { isIP } from 'node:net';
import { isPublicAddress } from '@oniverse/platform';

/** Longer addresses are no pages that people share. */
const MAX_LENGTH = 2_000;
/** The default ports, which `URL` leaves out, and each of them with the other protocol. */
const PORTS: ReadonlySet<string> = new Set(['', '80', '443']);
/** A domain name with a dot and without one at its end, so that it has one form. Names without a dot are of this network. */
const DOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

/** Returns the hosts of this site, which previews never fetch. */
export const hostsOf = (origins: readonly string[]): ReadonlySet<string> =>
  new Set(origins.map((origin) => new URL(origin).hostname));

/** Returns the IP address that a host is, without the brackets of IPv6; undefined for a name. */
export function ipAddressOf(host: string): string | undefined {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Parses an address that a preview may fetch: HTTP or HTTPS on the ports 80 and 443, without credentials, not of this site,
 * and not an IP address of a private range. `URL` turns the decimal, octal and hexadecimal forms of IPv4 into the usual one.
 * Whether the addresses behind a name are public is checked when it is resolved.
 * @param ownHosts the hosts of this site
 * @returns undefined for any other address
 */
export function parseFetchable(address: string, ownHosts: ReadonlySet<string>): URL | undefined {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const { protocol, port, username, password, hostname } = url;
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  if (!PORTS.has(port) || username !== '' || password !== '' || ownHosts.has(hostname)) return undefined;
  const ip = ipAddressOf(hostname);
  if (ip === undefined ? !DOMAIN.test(hostname) : !isPublicAddress(ip)) return undefined;
  url.hash = '';
  return url;
}
