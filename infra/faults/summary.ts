import type { Community } from './community.js';
import type { FaultRunner } from './faults.js';

export function summary(community: Community, runner: FaultRunner): string {
  const total = (count: keyof Community['writers'][number]['client']['counts']) =>
    community.participants.reduce((sum, { client }) => sum + client.counts[count], 0);
  const faults = [...runner.counts].toSorted(([one], [other]) => one.localeCompare(other));
  return [
    `faults: ${faults.reduce((sum, [, count]) => sum + count, 0)}`,
    ...faults.map(([kind, count]) => `  ${String(count).padStart(3)} ${kind}`),
    `messages acknowledged: ${community.acknowledgedCount}, sent more than once: ${total('repeatedSends')}`,
    `messages edited or deleted: ${community.changedCount}`,
    `requests unanswered: ${total('unanswered')}, unavailable: ${total('unavailable')}`,
    `connections: ${total('connections')}, channel resets: ${total('resets')}`,
  ].join('\n');
}
