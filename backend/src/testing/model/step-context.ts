import { expect } from '@jest/globals';
import type { ModelChannel, ModelMessage, ModelServer } from './reference-model.js';
import type { Person, ModelFixture } from './model-fixture.js';
import type { Step } from './steps.js';

export interface StepContext {
  fixture: ModelFixture;
  step: Step;
  actor: Person;
  server: ModelServer;
  channel: ModelChannel;
  /** A message of the channel, unless it is empty. */
  message: ModelMessage | undefined;
  target: Person;
}

/** Executes a step on the backends and in the model. @throws Error if a response differs from the model */
export type Action = (context: StepContext) => Promise<void>;

/** @param status the expected status */
export async function callAsActor(
  { fixture, step, actor }: StepContext,
  method: string,
  path: string,
  status: number,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await fixture.callApi(step.backend, method, path, actor, body);
  expect([step.kind, answer.status, answer.body]).toEqual([step.kind, status, expect.anything()]);
  return Object.fromEntries(Object.entries(answer.body ?? {}));
}

export const createdStatus = (status: number): number => (status === 200 ? 201 : status);

/** Returns the id of a response body, or an empty string. */
export function idOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}
