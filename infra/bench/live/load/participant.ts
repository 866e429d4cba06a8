import { LoadClient } from './client.js';
import type { Member } from './commands.js';
import { type ArrivingPacket, type Dialect, numberField, isTrueField, messageSeqs } from './dialect.js';
import { ResumeTracker } from './resume-tracker.js';
import type { PacketReader } from './packets.js';
import { type Receipt, DeliveryChecker } from './receipts.js';
import { Sender } from './sender.js';

export interface ClientContext {
  url: string;
  dialect: Dialect;
  reader: PacketReader;
  receipt(): Receipt;
}

/** A member with a socket: opens channels, checks deliveries, and catches up after a reconnect. */
export class Participant {
  private readonly checkers = new Map<string, DeliveryChecker>();
  private client: LoadClient | undefined;
  /** Set once the member was disconnected. Then it tracks the first channel, and receipts are no longer recorded. */
  private tracker: ResumeTracker | undefined;
  private lastSeq = 0;
  private isClosing = false;
  /** The connection closed unexpectedly. */
  isLost = false;

  constructor(
    readonly member: Member,
    private readonly context: ClientContext,
  ) {}

  /** @throws Error if the server rejects the connection */
  async connect(): Promise<void> {
    const { url, dialect, reader } = this.context;
    this.isClosing = false;
    this.isLost = false;
    this.client = await LoadClient.connect(url, dialect, this.member, reader, {
      onPacket: (packet) => this.receive(packet),
      onClose: () => {
        if (!this.isClosing) this.isLost = true;
      },
    });
  }

  async open(): Promise<void> {
    for (const channelId of this.member.channelIds) {
      this.checkers.set(channelId, new DeliveryChecker());
      const answer = await this.openChannel({ channelId });
      this.lastSeq = numberField(answer, 'lastSeq');
    }
  }

  async catchUp(): Promise<void> {
    const channelId = this.member.channelIds[0];
    const tracker = this.tracker;
    if (channelId === undefined || !tracker) return;
    for (let more = true; more;) {
      const answer = await this.openChannel({ channelId, after: tracker.lastSeq });
      if (isTrueField(answer, 'reset')) tracker.reset(messageSeqs(answer));
      else for (const seq of messageSeqs(answer)) tracker.record(seq);
      more = isTrueField(answer, 'more');
    }
  }

  createSender(): Sender | undefined {
    const { sender, channelIds } = this.member;
    const channelId = channelIds[0];
    if (sender === undefined || channelId === undefined || !this.client) return undefined;
    const { dialect } = this.context;
    return new Sender(async (message) => this.client?.request(dialect.send, message), channelId, sender);
  }

  isCompleteUpTo(seq: number): boolean {
    return this.tracker?.isCompleteUpTo(seq) ?? true;
  }

  pause(): void {
    this.client?.pause();
  }

  resume(): void {
    this.client?.resume();
  }

  terminate(): void {
    this.tracker ??= new ResumeTracker(this.lastSeq);
    this.disconnect();
  }

  disconnect(): void {
    this.isClosing = true;
    this.client?.terminate();
  }

  private async openChannel(request: object): Promise<unknown> {
    const answer = await this.client?.request(this.context.dialect.open, request);
    if (!isTrueField(answer, 'ok')) throw new Error(`Could not open a channel: ${JSON.stringify(answer)}`);
    return answer;
  }

  private receive(packet: ArrivingPacket): void {
    if (this.tracker) {
      for (const { seq } of packet.messages) if (seq !== undefined) this.tracker.record(seq);
      return;
    }
    this.checkers.get(packet.channelId)?.check(packet, this.context.receipt());
    this.lastSeq = packet.messages.at(-1)?.seq ?? this.lastSeq;
  }
}
