import { expect } from '@jest/globals';
import { until } from '@oniverse/testing';
import type { TwoBackends } from '../two-backends.js';
import { Answers } from './answers.js';
import type { Device } from './device.js';
import { deviceActions } from './device-actions.js';
import { membershipActions } from './membership-actions.js';
import { messageActions } from './message-actions.js';
import type { Action, Scene } from './scene.js';
import { serverActions } from './server-actions.js';
import { Stage } from './stage.js';
import { pick, type Step, type StepKind } from './steps.js';

const ACTIONS: Readonly<Record<StepKind, Action>> = {
  ...messageActions,
  ...membershipActions,
  ...serverActions,
  ...deviceActions,
};
/** What is done by who is not in a server yet, or mostly in vain. */
const COMING: ReadonlySet<StepKind> = new Set(['join', 'accept']);
/** After so many steps the lists that devices hold are looked at. */
const LISTS_EVERY = 25;
/** Messages that are edited and deleted: the newest. */
const NEWEST = 20;

/** Does steps on two backends and in the model, and holds the one against the other. */
export class Trial {
  private readonly answers: Answers;
  private taken = 0;

  private constructor(private readonly stage: Stage) {
    this.answers = new Answers(stage);
  }

  static async begin(two: TwoBackends): Promise<Trial> {
    return new Trial(await Stage.set(two));
  }

  /** Ends what the trial left connected, and its servers. */
  async end(): Promise<void> {
    await this.stage.clear();
  }

  /** Does a step. @throws Error where an answer is not what the model says */
  async take(step: Step): Promise<void> {
    const scene = this.sceneOf(step);
    await ACTIONS[step.kind](scene);
    this.stage.closeHidden();
    await this.glance(scene);
    this.taken += 1;
    if (this.taken % LISTS_EVERY === 0) await this.checkLists();
  }

  /** Holds everything that the backends answer, and what devices hold and were told, against the model. */
  async settle(): Promise<void> {
    await this.checkLists();
    for (const device of this.stage.devices) {
      await holds('what was said', () => this.messagesOf(device));
      await holds('the mentions', () => this.stage.hearsay.unheard(device).join() || undefined);
      await holds('who came', () => this.absentFor(device));
      expect(this.unreadBy(device)).toEqual(this.unreadFor(device));
    }
    for (const device of this.stage.devices) this.stage.checkTold(device);
    this.stage.hearsay.forget();
    await this.answers.all(false);
  }

  /** Settles, and waits until what takes its time has come too: who went, and where something was said. */
  async rest(): Promise<void> {
    await this.settle();
    const online = this.stage.online();
    await this.checkLists({ online });
    for (const device of this.stage.devices) {
      for (const server of this.stage.model.servers.values()) {
        if (!this.stage.model.sees(device.userId, server)) continue;
        const answer = await device.client.ask('presence:list', { serverId: server.id });
        const members = [...server.members.keys()].filter((userId) => online.has(userId));
        expect(answer).toEqual({ ok: true, online: expect.arrayContaining(members) });
        expect(answer['online']).toHaveLength(members.length);
      }
    }
    await this.answers.all(true);
  }

  private sceneOf(step: Step): Scene {
    const { stage } = this;
    const server = pick([...stage.model.servers.values()], step.where);
    const likely = stage.people.filter(({ id }) => server?.members.has(id) !== COMING.has(step.kind));
    const actor = pick(step.isLikely && likely.length > 0 ? likely : stage.people, step.who);
    const whom = pick(stage.people, step.whom);
    if (!server || !actor || !whom) throw new Error('There is always a server and a member');
    const channel = pick(server.channels, step.what);
    if (!channel) throw new Error('There is always the default channel');
    const message = pick(channel.messages.slice(-NEWEST), step.whom);
    return { stage, step, actor, server, channel, message, whom };
  }

  /** What of the touched things one member is answered by the other backend. */
  private async glance({ step, server, channel }: Scene): Promise<void> {
    const viewer = pick(this.stage.people, step.whom + step.who);
    if (!viewer) throw new Error('There are members');
    const backend = step.backend === 0 ? 1 : 0;
    const look = step.where % 8;
    if (look < 3) await this.answers.servers(backend, viewer);
    else if (look < 6) await this.answers.channels(backend, viewer, server);
    else if (look < 7) await this.answers.members(backend, viewer, server, false);
    else if (server.channels.includes(channel)) await this.answers.history(backend, viewer, server, channel);
  }

  /** The lists that devices hold are those that they would fetch. */
  private async checkLists(rest?: { online: ReadonlySet<string> }): Promise<void> {
    for (const { lists } of this.stage.devices) {
      await holds('the lists', async () => {
        await lists.refresh();
        return lists.difference(this.stage.model, rest);
      });
    }
  }

  private messagesOf(device: Device): string | undefined {
    for (const channelId of device.opened.keys()) {
      const channel = this.stage.channel(channelId);
      const difference = channel && device.difference(channel);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  /** Who is online, and a device does not know. */
  private absentFor({ userId, lists }: Device): string | undefined {
    const online = this.stage.online();
    const absent = [...this.stage.model.servers.values()]
      .filter(({ members }) => members.has(userId))
      .flatMap((server) => lists.missing(server, online));
    return absent.length === 0 ? undefined : absent.join();
  }

  /** What a device makes of the messages that it holds, by channel. */
  private unreadBy(device: Device): Map<string, unknown> {
    return new Map([...device.opened.keys()].map((id) => [id, device.unread(id)]));
  }

  /** What it should make of them. */
  private unreadFor(device: Device): Map<string, unknown> {
    const { model } = this.stage;
    return new Map(
      [...device.opened.keys()].map((id) => {
        const [server, channel] = [this.stage.serverOf({ channelId: id }), this.stage.channel(id)];
        const isKnown = server && channel && device.unread(id) !== undefined;
        return [id, isKnown ? model.unread(device.userId, server, channel) : undefined];
      }),
    );
  }
}

/** Waits until a device holds what it should. @param difference what is wrong with it; undefined where nothing is */
async function holds(
  what: string,
  difference: () => string | undefined | Promise<string | undefined>,
): Promise<void> {
  let wrong: string | undefined;
  await until(`devices to hold ${what}`, async () => {
    wrong = await difference();
    return wrong === undefined;
  }).catch((error: unknown) => {
    throw new Error(`A device holds something else: ${wrong}`, { cause: error });
  });
}
