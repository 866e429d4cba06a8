import { Catch, Injectable } from '@nestjs/common';
import type { JsonSchema, ProblemBody, WaitlistProblem } from '@oniverse/contracts';
import { PROBLEM_SCHEMA, ProblemFilter } from '@oniverse/platform/backend';

/** The waitlist's failures, as they are documented. */
export const WAITLIST_PROBLEM_SCHEMA: JsonSchema = {
  ...PROBLEM_SCHEMA,
  title: 'WaitlistProblem',
  properties: {
    ...PROBLEM_SCHEMA.properties,
    ok: { type: 'boolean', enum: [false] },
    error: { type: 'string', description: 'The message, once more.' },
  },
  required: [...(PROBLEM_SCHEMA.required ?? []), 'ok', 'error'],
};

/** The waitlist's failures say twice what went wrong: its form reads `error`. */
@Catch()
@Injectable()
export class WaitlistProblemFilter extends ProblemFilter {
  protected override shape(body: ProblemBody): WaitlistProblem {
    return { ...body, ok: false, error: body.message };
  }
}
