import type { ArrivingPacket, Dialect } from './dialect.js';

/** Packets of late that are remembered. */
const REMEMBERED = 16;

/**
 * Reads packets with messages. Every receiver of a channel gets the same bytes, so what was read a moment ago is not
 * read again: a thousand receivers in one process must not cost more than the server that is measured.
 */
export class PacketReader {
  private readonly recent: { data: Buffer; packet: ArrivingPacket | undefined }[] = [];
  private next = 0;
  private readonly prefix: string;

  constructor(private readonly dialect: Dialect) {
    this.prefix = `42[${JSON.stringify(dialect.arrival)},`;
  }

  /** @returns undefined for an event that brings no messages */
  read(data: Buffer): ArrivingPacket | undefined {
    for (const known of this.recent) {
      if (known.data.length === data.length && known.data.equals(data)) return known.packet;
    }
    const text = data.toString();
    let packet: ArrivingPacket | undefined;
    if (text.startsWith(this.prefix)) {
      const payload: unknown = JSON.parse(text.slice(this.prefix.length, -1));
      packet = this.dialect.read(payload);
    }
    // The bytes are a window on the socket's buffer, which is used again.
    this.recent[this.next] = { data: Buffer.from(data), packet };
    this.next = (this.next + 1) % REMEMBERED;
    return packet;
  }
}
