import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Tells the address that a request comes from, for limits and logs. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * The one rule for HTTP and sockets: the peer's address, unless the peer is a trusted proxy, whose
 * X-Forwarded-For is then read from the right. IPv6 counts by /64, since a host has at least that many.
 * @param trustedProxies addresses and networks, as in `10.0.0.0/8`
 */
export function clientAddressOf(trustedProxies: readonly string[]): ClientAddress {
  const trust = proxyAddress.compile([...trustedProxies]);
  return (request) => groupOf(proxyAddress(request, trust));
}

/** An address as it is counted. */
export function groupOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) {
    return `${parsed.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  }
  return parsed.toString();
}
