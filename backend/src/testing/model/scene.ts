import { expect } from '@jest/globals';
import type { ModelChannel, ModelMessage, ModelServer } from './dimensions-model.js';
import type { Person, Stage } from './stage.js';
import type { Step } from './steps.js';

/** A step, and what it is done to. */
export interface Scene {
  stage: Stage;
  step: Step;
  actor: Person;
  server: ModelServer;
  channel: ModelChannel;
  /** Of the channel; undefined where nothing was said in it. */
  message: ModelMessage | undefined;
  whom: Person;
}

/** Does a step on the backends and in the model. @throws Error where an answer is not what the model says */
export type Action = (scene: Scene) => Promise<void>;

/**
 * Asks as the actor.
 * @param status that the answer must have
 * @returns the answer's fields
 */
export async function ask(
  { stage, step, actor }: Scene,
  method: string,
  path: string,
  status: number,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await stage.call(step.backend, method, path, actor, body);
  expect([step.kind, answer.status, answer.body]).toEqual([step.kind, status, expect.anything()]);
  return Object.fromEntries(Object.entries(answer.body ?? {}));
}

/** The status of a call that makes something. */
export const made = (status: number): number => (status === 200 ? 201 : status);

/** The id of something that was answered; empty where it has none. */
export function idOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}
