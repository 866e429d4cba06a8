import { expect } from '@jest/globals';
import { waitUntil } from '@oniverse/testing';
import type { TwoBackends } from '../two-backends.js';
import { ResponseChecker } from './response-checker.js';
import type { Device } from './device.js';
import { deviceActions } from './device-actions.js';
import { membershipActions } from './membership-actions.js';
import { messageActions } from './message-actions.js';
import type { Action, StepContext } from './step-context.js';
import { serverActions } from './server-actions.js';
import { ModelFixture } from './model-fixture.js';
import { pick, type Step, type StepKind } from './steps.js';

const ACTIONS: Readonly<Record<StepKind, Action>> = {
  ...messageActions,
  ...membershipActions,
  ...serverActions,
  ...deviceActions,
};
/** Steps whose typical actor is not a member of the server yet. */
const JOINING_STEPS: ReadonlySet<StepKind> = new Set(['join', 'accept']);
const LIST_CHECK_INTERVAL = 25;
// Edits and deletions pick among the newest messages.
const NEWEST_MESSAGES = 20;

/** Executes steps on two backends and in the model, and compares the results. */
export class ModelRun {
  private readonly responses: ResponseChecker;
  private stepCount = 0;

  private constructor(private readonly fixture: ModelFixture) {
    this.responses = new ResponseChecker(fixture);
  }

  static async start(two: TwoBackends): Promise<ModelRun> {
    return new ModelRun(await ModelFixture.create(two));
  }

  async dispose(): Promise<void> {
    await this.fixture.dispose();
  }

  /** Executes a step. @throws Error if a response differs from the model */
  async executeStep(step: Step): Promise<void> {
    const context = this.resolveStep(step);
    await ACTIONS[step.kind](context);
    this.fixture.closeHiddenChannels();
    await this.spotCheck(context);
    this.stepCount += 1;
    if (this.stepCount % LIST_CHECK_INTERVAL === 0) await this.checkLists();
  }

  async checkAll(): Promise<void> {
    await this.checkLists();
    for (const device of this.fixture.devices) {
      await waitForMatch('messages', () => this.findMessageDifference(device));
      await waitForMatch(
        'mentions',
        () => this.fixture.eventOracle.findMissingMentions(device).join() || undefined,
      );
      await waitForMatch('presence', () => this.findMissingOnline(device));
      expect(this.actualUnread(device)).toEqual(this.expectedUnread(device));
    }
    for (const device of this.fixture.devices) this.fixture.checkEvents(device);
    this.fixture.eventOracle.forgetFormerMembers();
    await this.responses.checkAll(false);
  }

  /** Like `checkAll`, and also waits for delayed updates: offline members and channel activity. */
  async checkAtRest(): Promise<void> {
    await this.checkAll();
    const online = this.fixture.onlineIds();
    await this.checkLists({ online });
    for (const device of this.fixture.devices) {
      for (const server of this.fixture.model.servers.values()) {
        if (!this.fixture.model.canSee(device.userId, server)) continue;
        const answer = await device.client.request('presence:list', { serverId: server.id });
        const members = [...server.members.keys()].filter((userId) => online.has(userId));
        expect(answer).toEqual({ ok: true, online: expect.arrayContaining(members) });
        expect(answer['online']).toHaveLength(members.length);
      }
    }
    await this.responses.checkAll(true);
  }

  private resolveStep(step: Step): StepContext {
    const { fixture } = this;
    const server = pick([...fixture.model.servers.values()], step.serverIndex);
    const likely = fixture.people.filter(
      ({ id }) => server?.members.has(id) !== JOINING_STEPS.has(step.kind),
    );
    const actor = pick(step.isLikely && likely.length > 0 ? likely : fixture.people, step.actorIndex);
    const target = pick(fixture.people, step.targetIndex);
    if (!server || !actor || !target) throw new Error('There is no server or member');
    const channel = pick(server.channels, step.itemIndex);
    if (!channel) throw new Error('There is no default channel');
    const message = pick(channel.messages.slice(-NEWEST_MESSAGES), step.targetIndex);
    return { fixture, step, actor, server, channel, message, target };
  }

  /** Checks one response of the other backend about the objects of a step. */
  private async spotCheck({ step, server, channel }: StepContext): Promise<void> {
    const viewer = pick(this.fixture.people, step.targetIndex + step.actorIndex);
    if (!viewer) throw new Error('There is no member');
    const backend = step.backend === 0 ? 1 : 0;
    const choice = step.serverIndex % 8;
    if (choice < 3) await this.responses.checkServers(backend, viewer);
    else if (choice < 6) await this.responses.checkChannels(backend, viewer, server);
    else if (choice < 7) await this.responses.checkMembers(backend, viewer, server, false);
    else if (server.channels.includes(channel))
      await this.responses.checkHistory(backend, viewer, server, channel);
  }

  private async checkLists(rest?: { online: ReadonlySet<string> }): Promise<void> {
    for (const { lists } of this.fixture.devices) {
      await waitForMatch('lists', async () => {
        await lists.refresh();
        return lists.findDifference(this.fixture.model, rest);
      });
    }
  }

  private findMessageDifference(device: Device): string | undefined {
    for (const channelId of device.opened.keys()) {
      const channel = this.fixture.findChannel(channelId);
      const difference = channel && device.findDifference(channel);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  private findMissingOnline({ userId, lists }: Device): string | undefined {
    const online = this.fixture.onlineIds();
    const missing = [...this.fixture.model.servers.values()]
      .filter(({ members }) => members.has(userId))
      .flatMap((server) => lists.findMissingOnline(server, online));
    return missing.length === 0 ? undefined : missing.join();
  }

  private actualUnread(device: Device): Map<string, unknown> {
    return new Map([...device.opened.keys()].map((id) => [id, device.deriveUnread(id)]));
  }

  private expectedUnread(device: Device): Map<string, unknown> {
    const { model } = this.fixture;
    return new Map(
      [...device.opened.keys()].map((id) => {
        const [server, channel] = [this.fixture.serverOf({ channelId: id }), this.fixture.findChannel(id)];
        const isKnown = server && channel && device.deriveUnread(id) !== undefined;
        return [id, isKnown ? model.getUnread(device.userId, server, channel) : undefined];
      }),
    );
  }
}

/** @param findDifference returns undefined when the device matches the model */
async function waitForMatch(
  what: string,
  findDifference: () => string | undefined | Promise<string | undefined>,
): Promise<void> {
  let difference: string | undefined;
  await waitUntil(`devices to have the expected ${what}`, async () => {
    difference = await findDifference();
    return difference === undefined;
  }).catch((error: unknown) => {
    throw new Error(`A device differs from the model: ${difference}`, { cause: error });
  });
}
