import { Channel, type User } from '@oniverse/data';
import { sleep } from '@oniverse/embedded';
import { makeMember, makeServer } from '@oniverse/testing';
import { between, type Random } from './random.js';
import { RecoveringClient } from './recovering-client.js';
import { ask, property } from './rest.js';
import type { Stage } from './stage.js';

const TALKERS = 3;
const MOVERS = 2;
/** Between two messages of one member, and between two moves, in milliseconds. */
const PACE_MS = 40;

/** A member, and the client that the member sits at. */
export interface Participant {
  readonly user: User;
  readonly sessionId: string;
  readonly client: RecoveringClient;
}

/** A member who joins and leaves a dimension all the time; each move is repeated until it is acknowledged. */
interface Mover {
  readonly user: User;
  readonly sessionId: string;
  isIn: boolean;
}

/**
 * Members of a dimension who talk, one who comes and goes, one who only reads from outside, and some who join and
 * leave another dimension: what goes on while things break.
 */
export class Community {
  /** What REST should never have answered. */
  readonly complaints: string[] = [];
  private isOver = false;
  private isGivenUp = false;
  private doings: Promise<void>[] = [];

  private constructor(
    private readonly urls: readonly string[],
    private readonly answerMs: number,
    private readonly random: Random,
    readonly serverId: string,
    readonly channelIds: readonly string[],
    readonly talkers: readonly Participant[],
    readonly wanderer: Participant,
    readonly reader: Participant,
    readonly movers: readonly Mover[],
    /** The dimension that the movers join and leave. */
    readonly movedServerId: string,
  ) {}

  /**
   * Makes the members; nobody has arrived yet.
   * @param answerMs how long a client waits for an answer
   */
  static async gather(stage: Stage, random: Random, answerMs: number): Promise<Community> {
    const { dataSource } = stage.stack;
    const make = (count: number) => Promise.all(Array.from({ length: count }, () => makeMember(dataSource)));
    const [members, movers, [reader]] = await Promise.all([make(TALKERS + 1), make(MOVERS), make(1)]);
    const { server, channel } = await makeServer(dataSource, { members: members.map(({ user }) => user) });
    const other = await dataSource.getRepository(Channel).save({ serverId: server.id, name: 'other' });
    const { server: moved } = await makeServer(dataSource);
    const channelIds = [channel.id, other.id];
    const seat = (
      member: { user: User; sessionId: string },
      first: number,
      isMember = true,
    ): Participant => ({
      ...member,
      client: new RecoveringClient({
        urls: stage.urls,
        first,
        sessionId: member.sessionId,
        channelIds,
        ...(isMember ? { serverId: server.id } : {}),
        answerMs,
        random,
      }),
    });
    const [wanderer, ...talkers] = members;
    if (!wanderer || !reader) throw new Error('Nobody is there');
    return new Community(
      stage.urls,
      answerMs,
      random,
      server.id,
      channelIds,
      talkers.map((member, index) => seat(member, index)),
      seat(wanderer, TALKERS),
      seat(reader, TALKERS + 1, false),
      movers.map((member) => ({ ...member, isIn: false })),
      moved.id,
    );
  }

  /** Everyone who sits at a client. */
  get participants(): readonly Participant[] {
    return [...this.talkers, this.wanderer, this.reader];
  }

  /** How many sends were acknowledged so far. */
  get acknowledged(): number {
    return this.participants.reduce((sum, { client }) => sum + client.acknowledged.length, 0);
  }

  /** Everyone begins. */
  begin(): void {
    for (const { client } of [...this.talkers, this.reader]) client.arrive();
    this.doings = [
      ...this.talkers.map(({ client }) => this.talk(client)),
      this.wander(this.wanderer.client),
      ...this.movers.map((mover, place) => this.move(mover, place)),
    ];
  }

  /** Everyone brings what is under way to its end: the wanderer has left then, and all others stay connected. */
  async finish(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.doings);
  }

  /** Everyone goes, and gives up what is under way. */
  async leave(): Promise<void> {
    this.isOver = true;
    this.isGivenUp = true;
    await Promise.all(this.participants.map(({ client }) => client.close()));
    await Promise.all(this.doings);
  }

  private async say(client: RecoveringClient, count: number): Promise<void> {
    const channelId = this.channelIds[count % this.channelIds.length] ?? '';
    await client.send(channelId, `Message ${count}`);
    await sleep(between(this.random, 0, 2 * PACE_MS));
  }

  private async talk(client: RecoveringClient): Promise<void> {
    for (let count = 0; !this.isOver; count += 1) await this.say(client, count);
  }

  private async wander(client: RecoveringClient): Promise<void> {
    while (!this.isOver) {
      client.arrive();
      for (let count = 0; count < 10; count += 1) await this.say(client, count);
      await client.leave();
      await sleep(between(this.random, 0, 3_000));
    }
  }

  private async move(mover: Mover, place: number): Promise<void> {
    for (let tries = place; !this.isOver;) {
      const call = mover.isIn ? 'leave' : 'join';
      while (!(await this.isDone(mover.sessionId, `servers/${this.movedServerId}/${call}`, tries))) {
        if (this.isGivenUp) return;
        tries += 1;
        await sleep(PACE_MS);
      }
      mover.isIn = !mover.isIn;
      await sleep(between(this.random, 0, 2 * PACE_MS));
    }
  }

  private async isDone(sessionId: string, call: string, tries: number): Promise<boolean> {
    const url = `${this.urls[tries % this.urls.length]}/api/${call}`;
    const answer = await ask('POST', url, sessionId, this.answerMs);
    if (answer?.status === 200) return true;
    if (answer && answer.status !== 503) {
      this.complaints.push(`${call}: ${answer.status} ${String(property(answer.body, 'code'))}`);
    }
    return false;
  }
}
