import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChannelOpenAnswer, FIRST_SEQ_HEADER, LIMITS, type MessageView } from '@oniverse/contracts';
import { Channel, MESSAGE_REVISED_TOPIC, type Server } from '@oniverse/data';
import { LiveService } from '@oniverse/platform/backend';
import { byTestLength, LiveClient, makeMember, makeServer, seededRandom, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../backend/src/testing/two-backends.js';
import { DeleteDisappearingMessages } from '../../worker/src/talk/delete-disappearing-messages.js';
import { DropExpiredMessages } from '../../worker/src/talk/drop-expired-messages.js';
import { ChannelCopy } from './channel-copy.js';

const STEPS = byTestLength(150, 4_000);
const READERS = 3;
const DAYS = 30;

/** A client that follows a channel, and is away at times. */
class Reader {
  readonly copy: ChannelCopy;
  private client: LiveClient | undefined;
  private isSyncing = false;

  constructor(
    private readonly url: string,
    private readonly sessionId: string,
    channelId: string,
  ) {
    this.copy = new ChannelCopy(channelId);
  }

  get isConnected(): boolean {
    return this.client !== undefined;
  }

  async connect(): Promise<void> {
    if (this.client) return;
    const client = await LiveClient.connect(this.url, { sessionId: this.sessionId });
    this.client = client;
    client.socket.on('messages:created', ({ messages }) =>
      this.apply(() => this.copy.applyCreated(messages)),
    );
    client.socket.on('message:edited', (message) => this.apply(() => this.copy.applyEdited(message)));
    client.socket.on('message:deleted', (deleted) => this.apply(() => this.copy.applyDeleted(deleted)));
    await this.open(client);
    await this.sync();
  }

  disconnect(): void {
    this.client?.close();
    this.client = undefined;
  }

  private apply(change: () => void): void {
    change();
    void this.sync();
  }

  private async sync(): Promise<void> {
    if (this.isSyncing) return;
    this.isSyncing = true;
    while (this.client && !this.copy.isComplete) await this.open(this.client);
    // In the turn of the last check: the next event may be in the packet of the answer.
    this.isSyncing = false;
  }

  private async open(client: LiveClient): Promise<void> {
    const request = this.copy.nextRequest();
    const { answer }: { answer: ChannelOpenAnswer } = Object({
      answer: await client.request('channel:open', request).catch(() => undefined),
    });
    if (answer !== undefined && this.client === client) this.copy.applyOpened(request, answer);
  }
}

describe('channels whose messages expire', () => {
  let two: TwoBackends;
  let server: Server;
  let channel: Channel;
  let sessionId: string;
  let readers: Reader[];

  beforeAll(async () => {
    two = await TwoBackends.start();
    const { dataSource } = two.stack;
    const member = await makeMember(dataSource);
    ({ sessionId } = member);
    ({ server, channel } = await makeServer(dataSource, { members: [member.user] }));
    await dataSource.getRepository(Channel).update({ id: channel.id }, { messageDays: DAYS });
    readers = Array.from({ length: READERS }, () => new Reader(two.url(0), sessionId, channel.id));
  });

  afterAll(async () => {
    for (const reader of readers) reader.disconnect();
    await two.stop();
  });

  /** Time has passed for what is stored, so that the times in copies differ from it. */
  const comparable = ({ createdAt: _at, updatedAt: _changedAt, deletedAt, ...rest }: MessageView) => ({
    ...rest,
    isDeleted: deletedAt !== null,
  });

  async function fetchHistory(): Promise<{ firstSeq: number; messages: MessageView[] }> {
    const messages: MessageView[] = [];
    for (;;) {
      const after = messages.at(-1)?.seq ?? 0;
      const { body, headers } = await two
        .callAs(
          { sessionId },
          'get',
          `/channels/${channel.id}/messages?after=${after}&limit=${LIMITS.page.max}`,
        )
        .expect(200);
      messages.push(...body);
      if (body.length < LIMITS.page.max) return { firstSeq: Number(headers[FIRST_SEQ_HEADER]), messages };
    }
  }

  it('TLK-524 have the same messages in every copy as a fresh fetch, after random sends, deletions, expiries, drops and resumes', async () => {
    const db = two.stack.dataSource;
    const seed = Number(process.env['FAULT_SEED'] ?? 20_261_130);
    const random = seededRandom(seed);
    const upTo = (bound: number) => Math.floor(random() * bound);
    // Its hints reach the other backend, as those of a worker do.
    const live = two.getProvider(1, LiveService);
    const headOf = async () => db.getRepository(Channel).findOneByOrFail({ id: channel.id });
    /** In a day, every client that is there hears of all changes. */
    const catchUp = async () => {
      const { lastSeq, lastRev } = await headOf();
      live.publishHint(MESSAGE_REVISED_TOPIC, { channelId: channel.id, rev: lastRev });
      await waitUntil('the clients to hear of all changes', () =>
        readers.every(({ isConnected, copy }) => !isConnected || copy.isAtLeast(lastSeq, lastRev)),
      );
    };
    const expiry = new DeleteDisappearingMessages(db, live);
    const drops = new DropExpiredMessages(db, live);
    let [dropped, expired] = [0, 0];
    const anyReader = () => readers[upTo(READERS)]!;
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        const contents = Array.from({ length: 1 + upTo(6) }, () => `Number ${upTo(1_000_000)}`);
        // Not by the API, whose rate limit a test of many steps would meet.
        await db.query(
          `SELECT seq FROM store_messages(array_fill($1::uuid, ARRAY[$3::integer]), array_fill($2::uuid, ARRAY[$3::integer]), $4, $5, '{}', '{}', '{}')`,
          [
            channel.id,
            server.ownerId,
            contents.length,
            contents,
            contents.map((_, index) => `${upTo(1_000_000_000)}-${index}`),
          ],
        );
      },
      async () => {
        const { messages } = await fetchHistory();
        const some = messages[upTo(messages.length)];
        if (!some || some.deletedAt !== null) return;
        await db.query(
          `WITH head AS (UPDATE channels SET last_rev = last_rev + 1 WHERE id = $1 RETURNING last_rev)
           UPDATE messages SET content = '', deleted_at = now(), updated_at = now(), rev = head.last_rev
             FROM head WHERE messages.id = $2`,
          [channel.id, some.id],
        );
      },
      async () =>
        db.query(
          `UPDATE messages SET created_at = created_at - make_interval(days => $2),
                  deleted_at = deleted_at - make_interval(days => $2) WHERE channel_id = $1`,
          [channel.id, upTo(12)],
        ),
      async () => {
        expired += await expiry.run();
      },
      async () => {
        await catchUp();
        dropped += await drops.run();
      },
      async () => anyReader().connect(),
      async () => anyReader().disconnect(),
    ];
    for (let step = 0; step < STEPS; step += 1) await steps[upTo(steps.length)]?.();
    await expiry.run();
    await Promise.all(readers.map(async (reader) => reader.connect()));
    await catchUp();
    const { lastSeq } = await headOf();
    const { firstSeq, messages } = await fetchHistory();
    expect([messages[0]?.seq, messages.length]).toEqual([firstSeq, lastSeq - firstSeq + 1]);
    const fresh = messages.map(comparable);
    for (const { copy } of readers) {
      const kept = copy.messages.filter(({ seq }) => seq >= firstSeq);
      expect({ seed, kept: kept.map(comparable) }).toEqual({
        seed,
        kept: fresh.slice(fresh.length - kept.length),
      });
      // A client that was there all the time may still have what expired, without its text.
      expect(copy.messages.filter(({ seq, content }) => seq < firstSeq && content !== '')).toEqual([]);
    }
    expect([expired > 0, dropped > 0, firstSeq > 1]).toEqual([true, true, true]);
  });
});
