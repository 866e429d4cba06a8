import { Resolver } from 'node:dns/promises';
import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isPublicAddress, PrivateAddressError } from '@oniverse/platform';
import { ipAddressOf } from './fetchable-address.js';

/** Resolves names and leads to addresses. */
export interface Network {
  /** Returns all IP addresses of a name; empty if it has none. */
  resolve(name: string, signal: AbortSignal): Promise<string[]>;
  /** Returns how to connect to a host, at one of the addresses that were checked. */
  routeTo(host: string, port: number, addresses: readonly string[]): TcpNetConnectOpts;
  /** Authorities of certificates, instead of those that Node trusts. */
  readonly ca?: string;
}

const DNS = { timeout: 1_500, tries: 2 } as const;

/**
 * The internet. Names are resolved by the name servers alone, without the hosts file, and without the threads that decode
 * pictures, which slow name servers would occupy.
 */
export const INTERNET: Network = {
  async resolve(name, signal) {
    const resolver = new Resolver(DNS);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
  routeTo(host, port, addresses) {
    const checked = addresses.map((address) => ({ address, family: isIP(address) }));
    return { host, port, autoSelectFamily: true, lookup: (_host, _options, done) => done(null, checked) };
  },
};

/**
 * Returns the public addresses of a host. A connection to these is to what was checked, whatever its name server answers
 * next.
 * @throws PrivateAddressError if any address is not public, or there is none
 */
export async function resolvePublic(network: Network, host: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const ip = ipAddressOf(host);
  const addresses = ip === undefined ? await network.resolve(host, signal) : [ip];
  signal.throwIfAborted();
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new PrivateAddressError(host);
  return addresses;
}

/** Opens a connection for requests to an address, over TLS for HTTPS, with a certificate of its host. */
export function openConnection(network: Network, url: URL, addresses: readonly string[]): Socket {
  const isSecure = url.protocol === 'https:';
  const ip = ipAddressOf(url.hostname);
  const route = network.routeTo(ip ?? url.hostname, Number(url.port || (isSecure ? 443 : 80)), addresses);
  if (!isSecure) return connect(route);
  return connectTls({
    ...route,
    ...(ip === undefined && { servername: url.hostname }),
    ...(network.ca !== undefined && { ca: network.ca }),
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
}
