import type { Member } from '../load/commands.js';
import type { Population } from './system.js';

/** The members of a population, channel by channel, the senders of each first. */
export function placed(
  { receivers, senders }: Population,
  channelIds: readonly string[],
  sessionOf: (id: number) => string,
): Member[] {
  return channelIds.flatMap((channelId, channel) =>
    Array.from({ length: receivers }, (_, place) => {
      const id = channel * receivers + place;
      const member = { id, sessionId: sessionOf(id), channelIds: [channelId] };
      return place < senders ? { ...member, sender: place } : member;
    }),
  );
}
