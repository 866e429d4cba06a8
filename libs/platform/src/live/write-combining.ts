import type { Server, Socket } from 'socket.io';

type Connection = Socket['conn'];

/**
 * Lets what engine.io writes to a connection within one turn of the event loop leave in one call into the system: the
 * acknowledgements of a batch, and what is published with it. Without this each packet is a call of its own.
 */
export function combineWrites(server: Server): void {
  let held = new Set<Connection['request']['socket']>();
  const release = (): void => {
    const connections = held;
    held = new Set();
    for (const connection of connections) connection.uncork();
  };
  // engine.io says `flush` before, and `drain` after it has handed packets to the transport.
  server.engine.on('flush', ({ request }: Connection) => {
    if (held.has(request.socket)) return;
    if (held.size === 0) process.nextTick(release);
    held.add(request.socket);
    request.socket.cork();
  });
}
