import { LEAST_ID } from './pages-by-id.js';

/** The phases of a rebuild of the constellation, in order. */
export const REBUILD_PHASES = ['tags', 'hubs', 'links'] as const;
export type RebuildPhase = (typeof REBUILD_PHASES)[number];

/** How far a rebuild is: the subject of its outbox row is the phase, a slash, and the id of the last finished member. */
export interface RebuildPosition {
  phase: RebuildPhase;
  after: string;
}

/** Returns the position at the start of a phase. */
export const startOf = (phase: RebuildPhase): RebuildPosition => ({ phase, after: LEAST_ID });

export const formatRebuildPosition = ({ phase, after }: RebuildPosition): string => `${phase}/${after}`;

/** @throws Error if the phase is unknown */
export function parseRebuildPosition(subject: string): RebuildPosition {
  const [name, after = LEAST_ID] = subject.split('/');
  const phase = REBUILD_PHASES.find((known) => known === name);
  if (!phase) throw new Error(`${subject} is no position of a rebuild`);
  return { phase, after };
}
