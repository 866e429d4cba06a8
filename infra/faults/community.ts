import { randomUUID } from 'node:crypto';
import { conversationSchema, messageSchema } from '@oniverse/contracts';
import { Channel, User } from '@oniverse/data';
import { sleep } from '@oniverse/embedded';
import { type BackendProcess, GOOD_PASSWORD, makeMember, makeServer, registration } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import * as v from 'valibot';
import { between, type Random } from './random.js';
import { type Acknowledged, RecoveringClient } from './recovering-client.js';
import { type ObserveCall, property, RepeatedCalls, requestJson } from './rest.js';

const MOVERS = 2;
/** Members in the conversation, beside the one who connects and disconnects and the one who erases the account. */
const TALKING = 3;
const EDIT_ONE_IN = 4;
const DELETE_ONE_IN = 8;
const REACT_ONE_IN = 2;
/** Seldom, because a member stores at most 120 drafts a minute. */
const READ_ONE_IN = 20;
export const DRAFT = 'Is anyone still';
const EMOJIS = ['✨', '🌙', '🔭'] as const;
const MESSAGES_BEFORE_ERASURE = 20;
/** How many of a member's last messages can be changed. */
const CHANGEABLE_MESSAGES = 10;
const REGISTER_MS = 10_000;
/** Average delay before the next move of a mover. */
const PACE_MS = 40;

/** The product under traffic and faults: several backends on one database. */
export interface TrafficTarget {
  /** Reaches the database even while the backends do not. */
  readonly dataSource: DataSource;
  readonly backends: readonly { readonly name: string; readonly backend: BackendProcess }[];
  /** The addresses of all backends for clients. */
  readonly urls: readonly string[];
}

export interface CommunityOptions {
  /** The clients' timeout for an acknowledgement. */
  readonly answerMs: number;
  /** How many members write all the time; default 3. */
  readonly writers?: number;
  /** Average delay between two messages of a member. */
  readonly paceMs?: number;
  /** Receives the outcome of each call. */
  readonly observe?: ObserveCall;
}

export interface Participant {
  readonly user: User;
  readonly sessionId: string;
  readonly client: RecoveringClient;
  /** Where the member writes, or reads. */
  readonly channelIds: readonly string[];
  /** The acknowledged change of each edited or deleted message, by id. */
  readonly changes: Map<string, { content: string; isDeleted: boolean }>;
  /** The acknowledged own reactions: the id of the message and the emoji. */
  readonly reactions: Set<string>;
  /** The acknowledged read marks, by channel. */
  readonly reads: Map<string, number>;
  /** The channels with an acknowledged draft. */
  readonly drafts: Set<string>;
}

/** A member who keeps joining and leaving a dimension. */
interface Mover {
  readonly user: User;
  readonly sessionId: string;
  /** According to the last acknowledged call. */
  isIn: boolean;
}

/**
 * The traffic during the faults: members who write and react in channels of a dimension, in a conversation and in a thread of
 * each, one who connects and disconnects, one who erases the account, a visitor to the dimension who only reads, and members
 * who join and leave another dimension.
 */
export class Community {
  private isFinishing = false;
  private tasks: Promise<void>[] = [];

  private constructor(
    private readonly calls: RepeatedCalls,
    private readonly paceMs: number,
    private readonly random: Random,
    readonly serverId: string,
    readonly channelIds: readonly string[],
    /** The message that starts the thread of the dimension. */
    readonly startingId: string,
    readonly writers: readonly Participant[],
    readonly roamer: Participant,
    readonly leaver: Participant,
    readonly reader: Participant,
    readonly movers: readonly Mover[],
    /** The dimension that the movers join and leave. */
    readonly movedServerId: string,
  ) {}

  /** Creates members and their unconnected clients. */
  static async create(target: TrafficTarget, random: Random, given: CommunityOptions): Promise<Community> {
    const { dataSource, urls } = target;
    const options = { writers: 3, paceMs: PACE_MS, observe: () => undefined, ...given };
    const createMembers = (count: number) =>
      Promise.all(Array.from({ length: count }, () => makeMember(dataSource)));
    const [members, movers, [reader]] = await Promise.all([
      createMembers(options.writers + 1),
      createMembers(MOVERS),
      createMembers(1),
    ]);
    const leaver = await register(target);
    const { server, channel } = await makeServer(dataSource, {
      members: [...members, leaver].map(({ user }) => user),
    });
    const other = await dataSource.getRepository(Channel).save({ serverId: server.id, name: 'other' });
    const { server: moved } = await makeServer(dataSource);
    const [roamer, ...writers] = members;
    if (!roamer || !reader) throw new Error('No members were created');
    const starting = await sendFirst(target, roamer, `channels/${channel.id}/messages`);
    const reply = await sendFirst(target, roamer, `messages/${starting.id}/thread`);
    const talking = [roamer, leaver, ...writers.slice(0, TALKING)];
    const conversationId = await startConversation(target, talking);
    const open = [channel.id, other.id, reply.channelId];
    const spoken = await sendFirst(target, roamer, `channels/${conversationId}/messages`);
    const answer = await sendFirst(target, roamer, `messages/${spoken.id}/thread`);
    const channelIds = [channel.id, other.id, conversationId, answer.channelId, reply.channelId];
    const channelsOf = (user: User) => (talking.some((one) => one.user === user) ? channelIds : open);
    const withClient = (
      member: { user: User; sessionId: string },
      first: number,
      isMember = true,
    ): Participant => ({
      ...member,
      channelIds: channelsOf(member.user),
      changes: new Map(),
      reactions: new Set(),
      reads: new Map(),
      drafts: new Set(),
      client: new RecoveringClient({
        urls,
        first,
        sessionId: member.sessionId,
        channelIds: channelsOf(member.user),
        ...(isMember ? { serverId: server.id } : {}),
        answerMs: options.answerMs,
        observe: options.observe,
        random,
      }),
    });
    const roaming = withClient(roamer, options.writers);
    roaming.client.acknowledged.push(starting, reply, spoken, answer);
    return new Community(
      new RepeatedCalls(urls, options),
      options.paceMs,
      random,
      server.id,
      channelIds,
      starting.id,
      writers.map((member, index) => withClient(member, index)),
      roaming,
      withClient(leaver, 1),
      withClient(reader, options.writers + 1, false),
      movers.map((member) => ({ ...member, isIn: false })),
      moved.id,
    );
  }

  /** Unexpected REST responses. */
  get violations(): readonly string[] {
    return this.calls.violations;
  }

  get participants(): readonly Participant[] {
    return [...this.writers, this.roamer, this.leaver, this.reader];
  }

  get acknowledgedCount(): number {
    return this.participants.reduce((sum, { client }) => sum + client.acknowledged.length, 0);
  }

  get changedCount(): number {
    return this.participants.reduce((sum, { changes }) => sum + changes.size, 0);
  }

  start(): void {
    for (const { client } of [...this.writers, this.reader]) client.connect();
    this.tasks = [
      ...this.writers.map((writer) => this.runWriter(writer)),
      this.runRoamer(this.roamer),
      this.runLeaver(this.leaver),
      ...this.movers.map((mover) => this.runMover(mover)),
    ];
  }

  /** Finishes the actions in progress. Afterwards the roamer and the leaver are disconnected, all others connected. */
  async finish(): Promise<void> {
    this.isFinishing = true;
    await Promise.all(this.tasks);
  }

  async abort(): Promise<void> {
    this.isFinishing = true;
    this.calls.abort();
    await Promise.all(this.participants.map(({ client }) => client.close()));
    await Promise.all(this.tasks);
  }

  private async sendMessage(participant: Participant, count: number): Promise<void> {
    const { channelIds } = participant;
    const channelId = channelIds[count % channelIds.length] ?? '';
    await participant.client.send(channelId, `Message ${count}`);
    await this.changeMessage(participant);
    await this.addReaction(participant);
    await this.readAndDraft(participant, channelId);
    await sleep(between(this.random, 0, 2 * this.paceMs));
  }

  /** Edits a message at most once, so that a late attempt repeats the same change or does nothing. */
  private async changeMessage({ sessionId, client, changes }: Participant): Promise<void> {
    const dice = this.random();
    const message = client.acknowledged.at(-1 - Math.floor(between(this.random, 0, CHANGEABLE_MESSAGES)));
    if (!message) return;
    const change = changes.get(message.id);
    const path = `messages/${message.id}`;
    if (dice < 1 / EDIT_ONE_IN && !change) {
      const content = `Edited: ${message.nonce}`;
      if (await this.calls.repeat('PATCH', path, sessionId, { content })) {
        changes.set(message.id, { content, isDeleted: false });
      }
    } else if (dice > 1 - 1 / DELETE_ONE_IN && !change?.isDeleted) {
      if (await this.calls.repeat('DELETE', path, sessionId)) {
        changes.set(message.id, { content: '', isDeleted: true });
      }
    }
  }

  /**
   * Reacts to the latest message of a member, or to the one that starts the thread. Takes no reaction back, so that a late attempt
   * repeats the same change or does nothing.
   */
  private async addReaction({ sessionId, channelIds, reactions }: Participant): Promise<void> {
    if (this.random() > 1 / REACT_ONE_IN) return;
    const author = this.writers[Math.floor(between(this.random, 0, this.writers.length))];
    const latest = author?.client.acknowledged.at(-1);
    const id = this.random() < 1 / REACT_ONE_IN ? latest?.id : this.startingId;
    const emoji = EMOJIS[Math.floor(between(this.random, 0, EMOJIS.length))];
    if (id === undefined || emoji === undefined) return;
    // Not every member is in the conversation.
    if (id === latest?.id && !channelIds.includes(latest.channelId)) return;
    const path = `messages/${id}/reactions/${encodeURIComponent(emoji)}`;
    // The message may be deleted, with its reactions.
    if (await this.calls.repeat('PUT', path, sessionId, undefined, [404])) reactions.add(`${id} ${emoji}`);
  }

  /** Marks a channel as read, and begins the same draft each time, so that a late attempt changes nothing. */
  private async readAndDraft({ sessionId, client, reads, drafts }: Participant, channelId: string) {
    const seq = client.acknowledged.findLast((message) => message.channelId === channelId)?.seq;
    if (seq === undefined || this.random() > 1 / READ_ONE_IN) return;
    const path = `channels/${channelId}`;
    if (await this.calls.repeat('PUT', `${path}/read`, sessionId, { seq })) reads.set(channelId, seq);
    if (await this.calls.repeat('PUT', `${path}/draft`, sessionId, { content: DRAFT })) drafts.add(channelId);
  }

  private async runWriter(writer: Participant): Promise<void> {
    for (let count = 0; !this.isFinishing; count += 1) await this.sendMessage(writer, count);
  }

  private async runRoamer(roamer: Participant): Promise<void> {
    const { client } = roamer;
    while (!this.isFinishing) {
      client.connect();
      for (let count = 0; count < 10; count += 1) await this.sendMessage(roamer, count);
      await client.disconnect();
      await sleep(between(this.random, 0, 3_000));
    }
  }

  private async runLeaver({ client, sessionId, ...leaver }: Participant): Promise<void> {
    client.connect();
    for (let count = 0; count < MESSAGES_BEFORE_ERASURE && !this.isFinishing; count += 1) {
      await this.sendMessage({ client, sessionId, ...leaver }, count);
    }
    await client.disconnect();
    await this.calls.repeat('DELETE', 'users/me', sessionId, { password: GOOD_PASSWORD });
  }

  private async runMover(mover: Mover): Promise<void> {
    while (!this.isFinishing) {
      const call = mover.isIn ? 'leave' : 'join';
      if (!(await this.calls.repeat('POST', `servers/${this.movedServerId}/${call}`, mover.sessionId)))
        return;
      mover.isIn = !mover.isIn;
      await sleep(between(this.random, 0, 2 * PACE_MS));
    }
  }
}

/** Sends a message before the faults start. @param path of the call */
async function sendFirst(
  { urls }: TrafficTarget,
  { sessionId }: { sessionId: string },
  path: string,
): Promise<Acknowledged> {
  const body = { content: 'The first message.', nonce: randomUUID() };
  const answer = await requestJson('POST', `${urls[0]}/api/${path}`, sessionId, REGISTER_MS, body);
  const message = v.parse(messageSchema, answer?.body);
  return { id: message.id, channelId: message.channelId, nonce: body.nonce, seq: message.seq };
}

/** Starts a group of members of a dimension. @returns its id */
async function startConversation(
  { urls }: TrafficTarget,
  [starting, ...others]: readonly { user: User; sessionId: string }[],
): Promise<string> {
  const body = { userIds: others.map(({ user }) => user.id) };
  const url = `${urls[0]}/api/conversations`;
  const answer = await requestJson('POST', url, starting?.sessionId, REGISTER_MS, body);
  return v.parse(conversationSchema, answer?.body).id;
}

/** Registers a member, whose password is needed to erase the account. */
async function register({ dataSource, urls }: TrafficTarget): Promise<{ user: User; sessionId: string }> {
  const body = registration();
  const answer = await requestJson('POST', `${urls[0]}/api/auth/register`, undefined, REGISTER_MS, body);
  const user = await dataSource.getRepository(User).findOneByOrFail({ username: body.username });
  return { user, sessionId: String(property(answer?.body, 'sessionId')) };
}
