import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { Agent, type AgentOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown when an address that others chose leads into a private network. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';

  constructor(host: string) {
    super(`${host} is not a public address.`);
  }
}

/**
 * Returns whether an IP address is reachable over the internet: not of this machine, a private network, a link, a
 * multicast group or any other reserved range.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Turns ::ffff:10.0.0.1 into 10.0.0.1.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Newer ranges that the library may call unicast.
  return !RESERVED.some(([range, bits]) => {
    const network = ipaddr.parse(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

const RESERVED = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['240.0.0.0', 4],
  // Addresses that carry an IPv4 address: translation, 6to4 and Teredo.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 23],
  ['2002::', 16],
  ['fec0::', 10],
  ['::', 96],
] as const;

/** Resolves a host; with the signature of `dns.lookup` for all addresses. */
export type ResolveAll = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Returns a `lookup` for connections that fails if the host has any address that is not public. The socket connects to
 * the checked address, so a second answer of the name server changes nothing.
 */
export const createPublicLookup =
  (resolve: ResolveAll = lookUp): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error) done(error, '', 4);
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        done(new PrivateAddressError(host), '', 4);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

/** An agent for HTTPS requests to addresses that others chose. It connects to public addresses only. */
class PublicAgent extends Agent {
  override createConnection(
    ...[options, done]: Parameters<Agent['createConnection']>
  ): ReturnType<Agent['createConnection']> {
    const { host } = options;
    // Node does not look up a host that is an IP address.
    const literal = host?.replace(/^\[|\]$/g, '') ?? '';
    if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw new PrivateAddressError(literal);
    return super.createConnection(options, done);
  }
}

/** Returns an agent for HTTPS requests to addresses that others chose. It connects to public addresses only. */
export const createPublicAgent = (options: AgentOptions = {}): Agent =>
  new PublicAgent({ ...options, lookup: createPublicLookup() });

/** The only characters of a host that all parsers of addresses read alike. Labels are not empty. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/**
 * Parses an address that is HTTPS on the usual port, without credentials, at one of the hosts. Connect to the parts of
 * the result: another parser could read another host from the text.
 * @param hosts one that starts with a dot stands for its subdomains
 * @returns undefined for any other address
 */
export function parseAddressOf(hosts: readonly string[], address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined;
  const { hostname } = url;
  if (!HOST.test(hostname)) return undefined;
  if (!hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host)))
    return undefined;
  url.hash = '';
  return url;
}
