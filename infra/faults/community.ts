import { Channel, type User } from '@oniverse/data';
import { sleep } from '@oniverse/embedded';
import { makeMember, makeServer } from '@oniverse/testing';
import { between, type Random } from './random.js';
import { RecoveringClient } from './recovering-client.js';
import { ask, property } from './rest.js';
import type { Stage } from './stage.js';

const TALKERS = 3;
const MOVERS = 2;
/** Of so many messages one is edited, and one deleted. */
const EDITED_OF = 4;
const DELETED_OF = 8;
/** Which of the last messages of a member may be changed. */
const CHANGED_BACK = 10;
/** Between two messages of one member, and between two moves, in milliseconds. */
const PACE_MS = 40;

/** A member, and the client that the member sits at. */
export interface Participant {
  readonly user: User;
  readonly sessionId: string;
  readonly client: RecoveringClient;
  /** What the member made of own messages, by their ids: each change is repeated until it is acknowledged. */
  readonly changes: Map<string, { content: string; isDeleted: boolean }>;
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
  /** Which backend was asked last. */
  private place = 0;
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
      changes: new Map(),
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

  /** How many messages were acknowledged as edited or deleted so far. */
  get changed(): number {
    return this.participants.reduce((sum, { changes }) => sum + changes.size, 0);
  }

  /** Everyone begins. */
  begin(): void {
    for (const { client } of [...this.talkers, this.reader]) client.arrive();
    this.doings = [
      ...this.talkers.map((talker) => this.talk(talker)),
      this.wander(this.wanderer),
      ...this.movers.map((mover) => this.move(mover)),
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

  private async say(participant: Participant, count: number): Promise<void> {
    const channelId = this.channelIds[count % this.channelIds.length] ?? '';
    await participant.client.send(channelId, `Message ${count}`);
    await this.reconsider(participant);
    await sleep(between(this.random, 0, 2 * PACE_MS));
  }

  /**
   * Edits or deletes one of the last messages. Each is edited once at most: a try that nobody waits for any more may
   * still be under way, and then does the same or nothing.
   */
  private async reconsider({ sessionId, client, changes }: Participant): Promise<void> {
    const dice = this.random();
    const message = client.acknowledged.at(-1 - Math.floor(between(this.random, 0, CHANGED_BACK)));
    if (!message) return;
    const change = changes.get(message.id);
    const path = `messages/${message.id}`;
    if (dice < 1 / EDITED_OF && !change) {
      const content = `Edited: ${message.nonce}`;
      if (await this.insist('PATCH', path, sessionId, { content })) {
        changes.set(message.id, { content, isDeleted: false });
      }
    } else if (dice > 1 - 1 / DELETED_OF && !change?.isDeleted) {
      if (await this.insist('DELETE', path, sessionId)) {
        changes.set(message.id, { content: '', isDeleted: true });
      }
    }
  }

  private async talk(talker: Participant): Promise<void> {
    for (let count = 0; !this.isOver; count += 1) await this.say(talker, count);
  }

  private async wander(wanderer: Participant): Promise<void> {
    const { client } = wanderer;
    while (!this.isOver) {
      client.arrive();
      for (let count = 0; count < 10; count += 1) await this.say(wanderer, count);
      await client.leave();
      await sleep(between(this.random, 0, 3_000));
    }
  }

  private async move(mover: Mover): Promise<void> {
    while (!this.isOver) {
      const call = mover.isIn ? 'leave' : 'join';
      if (!(await this.insist('POST', `servers/${this.movedServerId}/${call}`, mover.sessionId))) return;
      mover.isIn = !mover.isIn;
      await sleep(between(this.random, 0, 2 * PACE_MS));
    }
  }

  /**
   * Asks one backend after the other until it is done.
   * @returns false where that was given up
   */
  private async insist(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    sessionId: string,
    body?: object,
  ): Promise<boolean> {
    for (let tries = 0; !this.isGivenUp; tries += 1) {
      if (tries > 0) await sleep(PACE_MS);
      this.place += 1;
      const url = `${this.urls[this.place % this.urls.length]}/api/${path}`;
      const answer = await ask(method, url, sessionId, this.answerMs, body);
      if (answer?.status === 200) return true;
      // What an earlier try has deleted, without an answer, is not there any more.
      if (answer?.status === 404 && method === 'DELETE' && tries > 0) return true;
      if (answer && answer.status !== 503) {
        this.complaints.push(`${method} ${path}: ${answer.status} ${String(property(answer.body, 'code'))}`);
      }
    }
    return false;
  }
}
