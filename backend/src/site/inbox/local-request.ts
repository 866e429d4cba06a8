import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The headers by which proxies forward a request: those of RFC 7239 and 9110, and of every product that names the client
 * or the original request. A browser on this machine sends none.
 */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|(?:x-)?(?:forwarded|original|proxy|envoy|real)-.+|.+-(?:client|connecting|real|remote)-ip|(?:x-)?(?:client|remote)-(?:ip|addr|address))$/;

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * Returns whether a request comes from this machine, through no proxy, and asks for a loopback Host. The Host protects
 * against pages whose domain resolves to the loopback address (DNS rebinding).
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw;
  const host = headers.host ?? '';
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return (
    isLoopbackAddress(socket.remoteAddress) &&
    LOOPBACK_NAMES.has(name) &&
    !Object.keys(headers).some((header) => FORWARDING.test(header))
  );
}
