import { LoadClient } from './client.js';
import type { Member } from './commands.js';
import { type ArrivingPacket, type Dialect, numberIn, saysYes, seqsIn } from './dialect.js';
import { Follower } from './follower.js';
import type { PacketReader } from './packets.js';
import { type Receipt, ReceiverWatch } from './receipts.js';
import { Sender } from './sender.js';

/** What all members of one process share. */
export interface Surroundings {
  url: string;
  dialect: Dialect;
  reader: PacketReader;
  /** Where what arrives is noted. */
  receipt(): Receipt;
}

/** A member with its socket: opens its channels, watches what arrives, comes back after a cut. */
export class Participant {
  private readonly watches = new Map<string, ReceiverWatch>();
  private client: LoadClient | undefined;
  /** Of a member that was cut: what it has of its first channel. Its receipts count no more. */
  private follower: Follower | undefined;
  private lastSeq = 0;
  private ending = false;
  /** The connection ended without being asked to. */
  lost = false;

  constructor(
    readonly member: Member,
    private readonly around: Surroundings,
  ) {}

  /** @throws Error where the server refuses */
  async connect(): Promise<void> {
    const { url, dialect, reader } = this.around;
    this.ending = false;
    this.client = await LoadClient.connect(url, dialect, this.member.sessionId, reader, {
      arrived: (packet) => this.take(packet),
      closed: () => {
        if (!this.ending) this.lost = true;
      },
    });
  }

  /** Opens all its channels anew. */
  async open(): Promise<void> {
    for (const channelId of this.member.channelIds) {
      this.watches.set(channelId, new ReceiverWatch());
      const answer = await this.ask({ channelId });
      this.lastSeq = numberIn(answer, 'lastSeq');
    }
  }

  /** Opens its first channel again, and fetches what it missed, page by page. */
  async resume(): Promise<void> {
    const channelId = this.member.channelIds[0];
    const follower = this.follower;
    if (channelId === undefined || !follower) return;
    for (let more = true; more;) {
      const answer = await this.ask({ channelId, after: follower.held });
      if (saysYes(answer, 'reset')) follower.startAfresh(seqsIn(answer));
      else for (const seq of seqsIn(answer)) follower.take(seq);
      more = saysYes(answer, 'more');
    }
  }

  /** The member as a sender; undefined where it is none. */
  sender(): Sender | undefined {
    const { sender, channelIds } = this.member;
    const channelId = channelIds[0];
    if (sender === undefined || channelId === undefined || !this.client) return undefined;
    return new Sender(this.client, this.around.dialect.send, channelId, sender);
  }

  isWholeUpTo(seq: number): boolean {
    return this.follower?.isWholeUpTo(seq) ?? true;
  }

  stall(): void {
    this.client?.stall();
  }

  wake(): void {
    this.client?.wake();
  }

  /** Breaks the connection. */
  cut(): void {
    this.follower ??= new Follower(this.lastSeq);
    this.leave();
  }

  leave(): void {
    this.ending = true;
    this.client?.cut();
  }

  private async ask(request: object): Promise<unknown> {
    const answer = await this.client?.ask(this.around.dialect.open, request);
    if (!saysYes(answer, 'ok')) throw new Error(`A channel does not open: ${JSON.stringify(answer)}`);
    return answer;
  }

  private take(packet: ArrivingPacket): void {
    if (this.follower) {
      for (const { seq } of packet.messages) if (seq !== undefined) this.follower.take(seq);
      return;
    }
    this.watches.get(packet.channelId)?.take(packet, this.around.receipt());
    this.lastSeq = packet.messages.at(-1)?.seq ?? this.lastSeq;
  }
}
