import { ChannelsRepository } from '@oniverse/backend/dist/talk/channels/channels.repository.js';
import { PurgeDetachedChannels } from '@oniverse/worker/dist/talk/purge-detached-channels.js';
import type { DataSource } from 'typeorm';
import { now } from '../live/measure/latency.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { postgresCpu } from './measure.js';
import type { Talk } from './population.js';

/** A member waits for the deletion of a channel so long. */
const REQUEST_MS = 1_000;

/** Deletes the channel with the most messages, as a member does, and then what that leaves to the worker. */
export async function measureDeletion(dataSource: DataSource, { largestId }: Talk): Promise<Findings> {
  const channels = new ChannelsRepository(dataSource);
  const startedAt = now();
  await channels.transaction((manager) => channels.delete(manager, largestId));
  const requestMs = (now() - startedAt) / 1_000;
  const before = { cpu: postgresCpu(), at: now() };
  const messages = await new PurgeDetachedChannels(dataSource).run();
  const cpu = postgresCpu() - before.cpu;
  const seconds = (now() - before.at) / 1_000_000;
  return {
    title: `Deleting a channel of ${messages} messages`,
    table: [
      ['the request, ms', 'the worker, s', 'CPU s of PostgreSQL for 100,000 messages'],
      [requestMs.toFixed(0), seconds.toFixed(1), ((cpu / messages) * 100_000).toFixed(1)],
    ],
    verdicts: [
      {
        criterion: `the request takes at most ${REQUEST_MS} ms`,
        measured: `${requestMs.toFixed(0)} ms`,
        isMet: requestMs <= REQUEST_MS,
      },
    ],
    raw: { messages, requestMs, seconds, cpu },
  };
}
