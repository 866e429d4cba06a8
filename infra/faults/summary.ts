import type { Community } from './community.js';
import type { FaultRunner } from './faults.js';

/** What a run went through, for people. */
export function summary(community: Community, runner: FaultRunner): string {
  const total = (count: keyof Community['talkers'][number]['client']['counts']) =>
    community.participants.reduce((sum, { client }) => sum + client.counts[count], 0);
  const faults = [...runner.counts].toSorted(([one], [other]) => one.localeCompare(other));
  return [
    `faults: ${faults.reduce((sum, [, count]) => sum + count, 0)}`,
    ...faults.map(([kind, count]) => `  ${String(count).padStart(3)} ${kind}`),
    `messages acknowledged: ${community.acknowledged}, sent more than once: ${total('repeatedSends')}`,
    `messages edited or deleted: ${community.changed}`,
    `requests unanswered: ${total('unanswered')}, refused for the time being: ${total('unavailable')}`,
    `connections: ${total('connections')}, fresh starts of a channel: ${total('resets')}`,
  ].join('\n');
}
