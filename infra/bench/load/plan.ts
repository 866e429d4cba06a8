import { seededRandom } from '@oniverse/testing';
import { ACTIONS, type ActionName } from './actions.js';

export interface LoadPlan {
  members: number;
  /** How long the load lasts, with the ramp. */
  minutes: number;
  /** Until all members are there. */
  rampMinutes: number;
  /** Average time between two actions of a member. */
  paceSeconds: number;
  seed: number;
}

export interface Step {
  /** From the start of the load. */
  atMs: number;
  action: ActionName;
  /** Decides what the action does, from 0 to below 1. */
  dice: number;
}

const MINUTE_MS = 60_000;
const NAMES = Object.keys(ACTIONS).filter((name): name is ActionName => name in ACTIONS);
const TOTAL = NAMES.reduce((sum, name) => sum + ACTIONS[name].weight, 0);

/** Returns when a member arrives, from the start of the load. */
export const arrivalOf = ({ members, rampMinutes }: LoadPlan, member: number): number =>
  (rampMinutes * MINUTE_MS * member) / members;

/** Yields what a member does, in order of time. The same plan and member give the same steps. */
export function* stepsOf(plan: LoadPlan, member: number): Generator<Step> {
  const random = seededRandom(plan.seed * 1_000_003 + member);
  const paceMs = plan.paceSeconds * 1_000;
  for (let atMs = arrivalOf(plan, member) + random() * paceMs; atMs < plan.minutes * MINUTE_MS;) {
    yield { atMs, action: actionAt(random() * TOTAL), dice: random() };
    atMs += paceMs * (0.5 + random());
  }
}

function actionAt(place: number): ActionName {
  let end = 0;
  const found = NAMES.find((name) => {
    end += ACTIONS[name].weight;
    return place < end;
  });
  return found ?? 'send';
}
