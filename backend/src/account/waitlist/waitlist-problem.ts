import type { ProblemBody, WaitlistProblem } from '@oniverse/contracts';
import { PROBLEM_SCHEMA, type ProblemForm } from '@oniverse/platform/backend';

/** Problems with `ok` and `error`, the fields that the waitlist form reads. */
export const WAITLIST_PROBLEMS: ProblemForm = {
  problem: {
    ...PROBLEM_SCHEMA,
    title: 'WaitlistProblem',
    properties: {
      ...PROBLEM_SCHEMA.properties,
      ok: { type: 'boolean', enum: [false] },
      error: { type: 'string', description: 'The same text as `message`.' },
    },
    required: [...(PROBLEM_SCHEMA.required ?? []), 'ok', 'error'],
  },
  shapeProblem: (body: ProblemBody): WaitlistProblem => ({ ...body, ok: false, error: body.message }),
};
