import type { Member } from '../load/commands.js';
import type { Population } from './system.js';

/** Returns the members of a population, channel by channel, the senders of each channel first. */
export function assignMembers(
  { receivers, senders }: Population,
  channelIds: readonly string[],
  sessionOf: (id: number) => string,
): Member[] {
  return channelIds.flatMap((channelId, channel) =>
    Array.from({ length: receivers }, (_, index) => {
      const id = channel * receivers + index;
      const member = { id, sessionId: sessionOf(id), channelIds: [channelId] };
      return index < senders ? { ...member, sender: index } : member;
    }),
  );
}
