import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * Returns whether a request comes from this machine and asks for a loopback Host. The Host protects against pages whose
 * domain resolves to the loopback address (DNS rebinding).
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  const host = request.raw.headers.host ?? '';
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isLoopbackAddress(request.raw.socket.remoteAddress) && LOOPBACK_NAMES.has(name);
}
