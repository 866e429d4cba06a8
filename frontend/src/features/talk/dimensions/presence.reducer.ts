export interface PresenceChange {
  online: readonly string[];
  offline: readonly string[];
}

/**
 * The online members of one server. Changes that arrive while the list loads are also kept and applied to the list,
 * which may be older.
 */
export interface PresenceState {
  online: ReadonlySet<string>;
  /** Changes since the list was requested; undefined if none is loading. */
  pendingChanges: readonly PresenceChange[] | undefined;
}

export type PresenceEvent =
  | { type: 'requested' }
  | { type: 'listed'; online: readonly string[] }
  | { type: 'changed'; change: PresenceChange };

export const NO_PRESENCE: PresenceState = { online: new Set(), pendingChanges: undefined };

function applyChange(online: ReadonlySet<string>, change: PresenceChange): ReadonlySet<string> {
  const next = new Set(online);
  for (const id of change.offline) next.delete(id);
  for (const id of change.online) next.add(id);
  return next;
}

/** Returns the state after an event. Pure. An old list plus later changes equals a new list. */
export function reducePresence(state: PresenceState, event: PresenceEvent): PresenceState {
  switch (event.type) {
    case 'requested':
      return { ...state, pendingChanges: [] };
    case 'listed': {
      const listed: ReadonlySet<string> = new Set(event.online);
      return { online: (state.pendingChanges ?? []).reduce(applyChange, listed), pendingChanges: undefined };
    }
    case 'changed':
      return {
        online: applyChange(state.online, event.change),
        pendingChanges: state.pendingChanges && [...state.pendingChanges, event.change],
      };
    default:
      return event satisfies never;
  }
}
