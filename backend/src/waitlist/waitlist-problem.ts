import type { JsonSchema, ProblemBody, WaitlistProblem } from '@oniverse/contracts';
import { PROBLEM_SCHEMA } from '@oniverse/platform/backend';

export const WAITLIST_PROBLEM_SCHEMA: JsonSchema = {
  ...PROBLEM_SCHEMA,
  title: 'WaitlistProblem',
  properties: {
    ...PROBLEM_SCHEMA.properties,
    ok: { type: 'boolean', enum: [false] },
    error: { type: 'string', description: 'The same text as `message`.' },
  },
  required: [...(PROBLEM_SCHEMA.required ?? []), 'ok', 'error'],
};

/** Adds `ok` and `error`, the fields that the waitlist form reads. */
export const shapeWaitlistProblem = (body: ProblemBody): WaitlistProblem => ({
  ...body,
  ok: false,
  error: body.message,
});
