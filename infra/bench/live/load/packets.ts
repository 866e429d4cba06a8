import type { ArrivingPacket, Dialect } from './dialect.js';

const CACHED_PACKETS = 16;

/** Caches recent packets to save CPU time, because all receivers of a channel get the same bytes. */
export class PacketReader {
  private readonly recent: { data: Buffer; packet: ArrivingPacket | undefined }[] = [];
  private next = 0;
  private readonly prefix: string;

  constructor(private readonly dialect: Dialect) {
    this.prefix = `42[${JSON.stringify(dialect.arrival)},`;
  }

  /** Returns the packet; undefined for events without messages. */
  read(data: Buffer): ArrivingPacket | undefined {
    for (const cached of this.recent) {
      if (cached.data.length === data.length && cached.data.equals(data)) return cached.packet;
    }
    const text = data.toString();
    let packet: ArrivingPacket | undefined;
    if (text.startsWith(this.prefix)) {
      const payload: unknown = JSON.parse(text.slice(this.prefix.length, -1));
      packet = this.dialect.read(payload);
    }
    // Copied, because the socket reuses its buffer.
    this.recent[this.next] = { data: Buffer.from(data), packet };
    this.next = (this.next + 1) % CACHED_PACKETS;
    return packet;
  }
}
