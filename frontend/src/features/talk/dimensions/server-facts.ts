import { type ServerView, type Standing, standingIn } from '@oniverse/contracts';
import { serverNow } from '../../../api/server-clock.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

/** Returns what the viewer is in a server, to be asked for permissions with `may`. */
export const standingOf = ({
  isPublic,
  questions,
  isBanned,
  membership,
  timeOut,
  archivedAt,
}: ServerView): Standing | null =>
  standingIn({
    isPublic,
    asksQuestions: questions.length > 0,
    isBanned,
    role: membership?.role ?? null,
    isArchived: archivedAt !== null,
    isTimedOut: timeOut !== null && Date.parse(timeOut.until) > serverNow(),
  });

/** Returns the standing, and renders again when a time-out ends. */
export function useStanding(server: ServerView): Standing | null {
  useIsPast(server.timeOut ? Date.parse(server.timeOut.until) : undefined);
  return standingOf(server);
}

const { back } = DIMENSIONS_TEXTS.server;

/** Returns the path of the catalogue that lists a server, and the label of the link back to it. */
export const catalogueOf = ({ isPublic }: Pick<ServerView, 'isPublic'>) =>
  isPublic
    ? ({ path: '/dimensions/public', back: back.public } as const)
    : ({ path: '/dimensions/private', back: back.private } as const);
