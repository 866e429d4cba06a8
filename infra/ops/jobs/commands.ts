import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { LIMITS } from '@oniverse/contracts';
import { QUEUES } from '@oniverse/platform/worker';
import { defineCommand, type OpsCommand, parseNumber } from '../cli/command.js';
import { wrongUsage } from '../cli/command-error.js';
import { pageOutput } from '../cli/output.js';
import { JOB_STATES, type JobCursor, type JobPlace, JobQueues } from './job-queues.js';

/** @throws InvalidArgumentError */
function parseJob(value: string): JobPlace {
  const [name, ...id] = value.split('/');
  const queue = QUEUES.find((known) => known === name);
  if (queue === undefined || id.length === 0) {
    throw new InvalidArgumentError(`It must be a queue (${QUEUES.join(', ')}) and an id, such as bulk/12.`);
  }
  return { queue, id: id.join('/') };
}

/** @throws InvalidArgumentError */
function parseCursor(value: string): JobCursor {
  const [name, offset = ''] = value.split('/');
  const queue = QUEUES.find((known) => known === name);
  if (queue === undefined || !/^\d{1,9}$/u.test(offset)) {
    throw new InvalidArgumentError('It must be that of the previous page.');
  }
  return { queue, offset: Number(offset) };
}

const queueOption = () => new Option('--queue <queue>', 'only of this queue').choices(QUEUES);

export const JOB_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'jobs:list',
    summary: 'Lists the failed jobs of the workers, newest first in each queue, or those in another state.',
    syntax: (command) =>
      command
        .addOption(queueOption())
        .addOption(new Option('--state <state>', 'the state').choices(JOB_STATES).default('failed' as const))
        .option('--limit <number>', 'how many to list', parseNumber(1, 1_000), LIMITS.page.default)
        .option('--cursor <place>', 'continues a list where it ended', parseCursor),
    run: async ({ config, logger }, _args, { queue, state, limit, cursor }) =>
      pageOutput(
        await JobQueues.use(config, logger, async (queues) =>
          queues.list({ queue, state }, { limit, cursor }),
        ),
      ),
  }),
  defineCommand({
    name: 'jobs:retry',
    summary: 'Runs a failed job again, or with --all every failed job.',
    syntax: (command) =>
      command
        .argument('[job]', 'its queue and id, such as bulk/12', parseJob)
        .addOption(queueOption())
        .option('--all', 'every failed job'),
    run: async ({ config, logger }, [job], { queue, all }) => {
      if ((job === undefined) !== (all === true)) throw wrongUsage('Give a job, or --all.');
      const retried = await JobQueues.use(config, logger, async (queues) => {
        if (job === undefined) return queues.retryAll(queue);
        await queues.retry(job);
        return 1;
      });
      return { text: `${retried} jobs run again.`, value: { retried } };
    },
  }),
  defineCommand({
    name: 'jobs:drop',
    summary: 'Deletes a job. If PostgreSQL still has its work, a worker adds it again.',
    syntax: (command) => command.argument('<job>', 'its queue and id, such as bulk/12', parseJob),
    confirm: ([{ queue, id }]) => ({
      warning: `This deletes the job ${queue}/${id}.`,
      word: `${queue}/${id}`,
    }),
    run: async ({ config, logger }, [job]) => {
      await JobQueues.use(config, logger, async (queues) => queues.drop(job));
      return { text: 'The job is deleted.', value: { deleted: job } };
    },
  }),
];
