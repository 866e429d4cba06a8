import { Injectable } from '@nestjs/common';
import { PROBLEMS, type ProblemCode } from '@oniverse/contracts';
import type { Counter } from 'prom-client';
import { Metrics } from './metrics.js';

export type CallInterface = 'http' | 'live';

/** Counts refused and failed calls by the code of their problem. */
@Injectable()
export class ProblemMetrics {
  private readonly problems: Counter<'interface' | 'code'>;

  constructor(metrics: Metrics) {
    this.problems = metrics.counter(
      'oniverse_call_problems_total',
      'Calls that this process refused or failed, by the code of the problem.',
      ['interface', 'code'],
    );
    // A rate needs a value from before the first problem.
    for (const code of Object.keys(PROBLEMS)) {
      for (const at of ['http', 'live']) this.problems.inc({ interface: at, code }, 0);
    }
  }

  count(at: CallInterface, code: ProblemCode): void {
    this.problems.inc({ interface: at, code });
  }
}
