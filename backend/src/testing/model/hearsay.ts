import type { Device } from './device.js';
import { subjectOf } from './device.js';
import type { DimensionsModel, ModelServer } from './dimensions-model.js';

/** What only members of a dimension are told, public or not. */
const FOR_MEMBERS = new Set(['channel:activity', 'presence', 'member:joined', 'member:left', 'mention']);

/** A message that mentions somebody, as it is told. */
interface Mention {
  channelId: string;
  seq: number;
}

const noticeOf = ({ channelId, seq }: Mention): string => `${channelId} ${seq}`;

/** Who may be told what: nobody of what they may not see, and of each mention exactly who is mentioned. */
export class Hearsay {
  /** Who was in each server at some time since what was told was looked at last. */
  private readonly insiders = new Map<string, Set<string>>();
  /** The mentions of each member, as often as they came to be. */
  private readonly mentions = new Map<string, string[]>();

  constructor(private readonly model: DimensionsModel) {}

  /** A member is in a server from now on, or was when it was made. */
  admit(userId: string, serverId: string): void {
    const insiders = this.insiders.get(serverId) ?? new Set();
    this.insiders.set(serverId, insiders.add(userId));
  }

  /** Members are mentioned who were not before. */
  mention(userIds: Iterable<string>, mention: Mention): void {
    for (const userId of userIds) this.mentions.set(userId, [...this.mentionsOf(userId), noticeOf(mention)]);
  }

  /** How often a member was mentioned until now. */
  mentionCount(userId: string): number {
    return this.mentionsOf(userId).length;
  }

  /**
   * Looks at what a device was told since it was looked at last.
   * @param serverOf where something is that is told of, also where it is gone by now; undefined where it never was
   * @throws Error where it was told what it may not know
   */
  check(
    device: Device,
    serverOf: (subject: { serverId?: string; channelId?: string }) => ModelServer | undefined,
  ): void {
    for (const told of device.news()) {
      const server = serverOf(subjectOf(told));
      if (!server || (server.isPublic && !FOR_MEMBERS.has(told.event))) continue;
      if (!this.insiders.get(server.id)?.has(device.userId)) {
        throw new Error(`${device.userId} was told of ${server.name}: ${JSON.stringify(told)}`);
      }
    }
    const told = device.client.payloads('mention').map(noticeOf);
    const left = [...this.mentionsOf(device.userId)];
    for (const notice of told) {
      const place = left.lastIndexOf(notice);
      if (place < 0) throw new Error(`${device.userId} was not mentioned at ${notice}, or not so often`);
      left.splice(place, 1);
    }
  }

  /** The mentions since a device was connected that it was not told of. */
  unheard(device: Device): string[] {
    const unheard = this.mentionsOf(device.userId).slice(device.mentionsBefore);
    for (const mention of device.client.payloads('mention')) {
      const place = unheard.lastIndexOf(noticeOf(mention));
      if (place >= 0) unheard.splice(place, 1);
    }
    return unheard;
  }

  /** From now on only who is in a server now, or comes into it, may be told of it. */
  forget(): void {
    for (const { id, members } of this.model.servers.values()) this.insiders.set(id, new Set(members.keys()));
  }

  private mentionsOf(userId: string): readonly string[] {
    return this.mentions.get(userId) ?? [];
  }
}
