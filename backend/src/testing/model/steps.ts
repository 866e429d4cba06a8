/** Kinds of steps with their relative frequency. */
export const STEPS = {
  send: 30,
  edit: 7,
  softDelete: 5,
  markRead: 10,
  join: 5,
  leave: 2,
  kick: 3,
  liftBan: 1,
  setRole: 3,
  transferOwnership: 1,
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

/** Each number picks one of the objects that exist when the step runs, so that shrinking can remove earlier steps. */
export interface Step {
  kind: StepKind;
  backend: 0 | 1;
  actorIndex: number;
  serverIndex: number;
  itemIndex: number;
  targetIndex: number;
  /** Whether to pick a typical actor: a member of the server, or a non-member for joining. */
  isLikely: boolean;
}

/** Picks an item by number, or undefined if the list is empty. */
export const pick = <T>(items: readonly T[], number: number): T | undefined => items[number % items.length];
