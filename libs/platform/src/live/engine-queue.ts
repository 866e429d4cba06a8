import type { Socket } from 'socket.io';

type Connection = Socket['conn'];

/** Packets that the transport has not taken yet; engine.io shows them to nobody, and has no other measure of them. */
export function queuedPackets(connection: Connection): readonly unknown[] {
  const packets: unknown = connection['writeBuffer'];
  return Array.isArray(packets) ? packets : [];
}
