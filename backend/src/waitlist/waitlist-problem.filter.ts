import { Catch, Injectable } from '@nestjs/common';
import type { ProblemBody, WaitlistProblem } from '@oniverse/contracts';
import { ProblemFilter } from '@oniverse/platform';

/** The waitlist's failures say twice what went wrong: its form reads `error`. */
@Catch()
@Injectable()
export class WaitlistProblemFilter extends ProblemFilter {
  protected override shape(body: ProblemBody): WaitlistProblem {
    return { ...body, ok: false, error: body.message };
  }
}
