/** What a step does, and how often it is done. */
export const STEPS = {
  send: 30,
  edit: 7,
  bury: 5,
  read: 10,
  join: 5,
  leave: 2,
  kick: 3,
  setRole: 3,
  handOver: 1,
  createServer: 2,
  renameServer: 1,
  deleteServer: 0.3,
  invite: 4,
  accept: 7,
  revoke: 1,
  createChannel: 2,
  renameChannel: 1,
  deleteChannel: 1,
  open: 8,
  close: 1,
  connect: 2,
  erase: 0.2,
} as const;
export type StepKind = keyof typeof STEPS;

/**
 * A step, without the things that it is done to: each number picks among what is there by then, so that steps before it
 * may be left out.
 */
export interface Step {
  kind: StepKind;
  backend: 0 | 1;
  who: number;
  where: number;
  what: number;
  whom: number;
  /** Whether it is done by one of those who most likely do it: a member of the server, or one who is not in it yet. */
  isLikely: boolean;
}

/** One of some things; undefined where there is none. */
export const pick = <T>(things: readonly T[], number: number): T | undefined =>
  things[number % things.length];
