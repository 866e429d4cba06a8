import type { Device } from './device.js';
import { subjectOf } from './device.js';
import type { ReferenceModel, ModelServer } from './reference-model.js';

/** Events for members of a server only, even of a public one. */
const MEMBER_EVENTS = new Set(['channel:activity', 'presence', 'member:joined', 'member:left', 'mention']);

interface Mention {
  channelId: string;
  seq: number;
}

const mentionKey = ({ channelId, seq }: Mention): string => `${channelId} ${seq}`;

export class EventOracle {
  /** Everyone who was a member of a server since the last `forgetFormerMembers`. */
  private readonly entitled = new Map<string, Set<string>>();
  private readonly mentions = new Map<string, string[]>();

  constructor(private readonly model: ReferenceModel) {}

  allow(userId: string, serverId: string): void {
    const entitled = this.entitled.get(serverId) ?? new Set();
    this.entitled.set(serverId, entitled.add(userId));
  }

  expectMention(userIds: Iterable<string>, mention: Mention): void {
    for (const userId of userIds)
      this.mentions.set(userId, [...this.mentionsOf(userId), mentionKey(mention)]);
  }

  mentionCount(userId: string): number {
    return this.mentionsOf(userId).length;
  }

  /**
   * Checks the events since the last check. @throws Error if the device was not entitled to one
   * @param serverOf returns the server of an event's subject, even if deleted; undefined if it never existed
   */
  check(
    device: Device,
    serverOf: (subject: { serverId?: string; channelId?: string }) => ModelServer | undefined,
  ): void {
    for (const event of device.takeNewEvents()) {
      const server = serverOf(subjectOf(event));
      if (!server || (server.isPublic && !MEMBER_EVENTS.has(event.event))) continue;
      if (!this.entitled.get(server.id)?.has(device.userId)) {
        throw new Error(
          `${device.userId} must not receive events of ${server.name}: ${JSON.stringify(event)}`,
        );
      }
    }
    const receivedMentions = device.client.payloads('mention').map(mentionKey);
    const remaining = [...this.mentionsOf(device.userId)];
    for (const key of receivedMentions) {
      const index = remaining.lastIndexOf(key);
      if (index < 0) throw new Error(`${device.userId} received an unexpected or repeated mention at ${key}`);
      remaining.splice(index, 1);
    }
  }

  findMissingMentions(device: Device): string[] {
    const missing = this.mentionsOf(device.userId).slice(device.mentionsBefore);
    for (const mention of device.client.payloads('mention')) {
      const index = missing.lastIndexOf(mentionKey(mention));
      if (index >= 0) missing.splice(index, 1);
    }
    return missing;
  }

  /** Allows events only for current and future members from now on. */
  forgetFormerMembers(): void {
    for (const { id, members } of this.model.servers.values()) this.entitled.set(id, new Set(members.keys()));
  }

  private mentionsOf(userId: string): readonly string[] {
    return this.mentions.get(userId) ?? [];
  }
}
