import { type CurrentUser, type ServerView, type Standing, standingIn } from '@oniverse/contracts';
import { useMemo } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { useIsPast } from '../../../live/use-is-past.js';
import type { Viewer } from '../messages/index.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

/** Returns what the viewer is in a server, to be asked for permissions with `may`. */
export const standingOf = ({ isPublic, isBanned, membership, timeOut }: ServerView): Standing | null =>
  standingIn({
    isPublic,
    isBanned,
    role: membership?.role ?? null,
    isTimedOut: timeOut !== null && Date.parse(timeOut.until) > serverNow(),
  });

/** Returns the standing, and renders again when a time-out ends. */
export function useStanding(server: ServerView): Standing | null {
  useIsPast(server.timeOut ? Date.parse(server.timeOut.until) : undefined);
  return standingOf(server);
}

/** Returns the reader of a server's channels; the same object until it changes. */
export function useViewer(server: ServerView, me: CurrentUser): Viewer {
  const standing = useStanding(server);
  const { id, username, displayName, profileImageUrl } = me;
  return useMemo(
    () => ({ id, username, displayName, profileImageUrl, standing }),
    [id, username, displayName, profileImageUrl, standing],
  );
}

const { back } = DIMENSIONS_TEXTS.server;

/** Returns the path of the catalogue that lists a server, and the label of the link back to it. */
export const catalogueOf = ({ isPublic }: Pick<ServerView, 'isPublic'>) =>
  isPublic
    ? ({ path: '/dimensions/public', back: back.public } as const)
    : ({ path: '/dimensions/private', back: back.private } as const);
