import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isRequestId, newRequestId } from '../request-context.js';

/** The token of the process's `AddressResolver`. */
export const CLIENT_ADDRESS = Symbol('CLIENT_ADDRESS');

/** Returns the client's address for rate limits and logs. */
export type AddressResolver = (request: IncomingMessage) => string;

/** A request after admission, with the address that rate limits use. */
export interface CountedRequest extends FastifyRequest {
  clientAddress?: string;
}

/**
 * Creates the resolver for HTTP and sockets. It returns the peer's address, or for a trusted proxy the rightmost
 * untrusted address of X-Forwarded-For. An IPv6 address becomes its /64, because a host usually owns a whole one.
 * @param trustedProxies addresses and networks such as `10.0.0.0/8`
 */
export function createAddressResolver(trustedProxies: readonly string[]): AddressResolver {
  const trust = proxyAddress.compile([...trustedProxies]);
  return (request) => normaliseAddress(proxyAddress(request, trust));
}

/** Creates what returns the id of a request: that of a trusted proxy if it has the form of one, else a new one. */
export function createRequestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile([...trustedProxies]);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return isRequestId(given) && trust(socket.remoteAddress ?? '', 0) ? given : newRequestId();
  };
}

/** Masks a normalised address for logs: to its /24 for IPv4 and its /48 for IPv6. */
export function networkOf(address: string): string {
  if (address.includes(':')) return `${address.split(':').slice(0, 3).join(':')}::/48`;
  return address.replace(/\.\d+$/, '.0/24');
}

/** Returns an IPv4 address, the /64 of an IPv6 address, or `unknown`. */
export function normaliseAddress(address: string): string {
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
