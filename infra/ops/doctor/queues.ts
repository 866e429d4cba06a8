import type { Config, Logger } from '@oniverse/platform';
import { JobQueues, type QueueState } from '../jobs/job-queues.js';
import { ageText, type Check, type Finding, ok, problem, warning } from './finding.js';

/** A job that waits for longer than this is stuck, in milliseconds. An export keeps `bulk` busy for up to an hour. */
const STUCK_MS = { prompt: 120_000, heavy: 600_000, mail: 300_000, fetch: 600_000, bulk: 3_600_000 };
/** An attempt that takes longer than this hangs, in milliseconds. */
const HANGS_MS = 3_600_000;

/** Returns what is wrong with a queue. @param now in milliseconds since 1970 */
export function judgeQueue(
  { queue, isPaused, waiting, oldestAt, active, failed, lastFailure }: QueueState,
  now: number,
): Finding[] {
  const findings: Finding[] = [];
  const running = active.map(({ name, since }) => `${name} for ${ageText(now - since)}`).join(', ');
  if (isPaused) {
    findings.push(
      problem(
        `The queue ${queue} is paused. Waiting jobs: ${waiting}.`,
        'Resume it on the page of the queues.',
      ),
    );
  } else if (oldestAt !== undefined && now - oldestAt > STUCK_MS[queue]) {
    findings.push(
      problem(
        `The queue ${queue} does not move. Waiting jobs: ${waiting}, the oldest for ${ageText(now - oldestAt)}. ` +
          (running === '' ? 'No job of it runs.' : `These run: ${running}.`),
        running === ''
          ? 'Run docker compose ps worker, and read its log.'
          : `Restart the workers, which repeat what they did not finish: docker compose restart worker. If it comes back, raise WORKER_${queue.toUpperCase()}_JOBS, or report the job.`,
      ),
    );
  }
  for (const { name, since } of active) {
    if (now - since > HANGS_MS) {
      findings.push(
        warning(
          `A job ${name} of the queue ${queue} runs for ${ageText(now - since)}.`,
          'If it is no export, restart the workers: docker compose restart worker.',
        ),
      );
    }
  }
  if (lastFailure !== undefined) {
    findings.push(
      warning(
        `Failed jobs of the queue ${queue}: ${failed}, ${lastFailure.name} last: ${lastFailure.reason}`,
        `Repair the cause, then run ops jobs:retry --all --queue ${queue}. ops jobs:list shows each.`,
      ),
    );
  }
  return findings;
}

/** Checks that the queues of the workers move. */
export const queuesCheck = (config: Config, logger: Logger): Check => ({
  name: 'queues',
  advice: 'Check REDIS_URL, and the log of Redis.',
  run: async () => {
    const states = await JobQueues.use(config, logger, async (queues) => queues.describe());
    const findings = states.flatMap((state) => judgeQueue(state, Date.now()));
    return findings.length > 0 ? findings : [ok('All queues move, and no job failed.')];
  },
});
