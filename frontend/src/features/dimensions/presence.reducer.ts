/** Who comes and who goes. */
export interface PresenceChange {
  online: readonly string[];
  offline: readonly string[];
}

/**
 * Who is online in one dimension. What is told while the list is on its way is kept, and put over the list when it
 * comes: the list may have been read before it.
 */
export interface PresenceState {
  online: ReadonlySet<string>;
  /** Undefined while nothing is asked. */
  meanwhile: readonly PresenceChange[] | undefined;
}

export type PresenceEvent =
  | { type: 'asked' }
  | { type: 'listed'; online: readonly string[] }
  | { type: 'changed'; change: PresenceChange };

export const NOBODY: PresenceState = { online: new Set(), meanwhile: undefined };

function changed(online: ReadonlySet<string>, change: PresenceChange): ReadonlySet<string> {
  const next = new Set(online);
  for (const id of change.offline) next.delete(id);
  for (const id of change.online) next.add(id);
  return next;
}

/** The state after an event. Pure: an old list and what was told after it give what a new list would. */
export function reducePresence(state: PresenceState, event: PresenceEvent): PresenceState {
  switch (event.type) {
    case 'asked':
      return { ...state, meanwhile: [] };
    case 'listed': {
      const listed: ReadonlySet<string> = new Set(event.online);
      return { online: (state.meanwhile ?? []).reduce(changed, listed), meanwhile: undefined };
    }
    case 'changed':
      return {
        online: changed(state.online, event.change),
        meanwhile: state.meanwhile && [...state.meanwhile, event.change],
      };
    default:
      return event satisfies never;
  }
}
