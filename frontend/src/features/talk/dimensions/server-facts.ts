import { type ServerView, type Standing, standingIn } from '@oniverse/contracts';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

/** Returns what the viewer is in a server, to be asked for permissions with `may`. */
export const standingOf = ({ isPublic, isBanned, membership }: ServerView): Standing | null =>
  standingIn({ isPublic, isBanned, role: membership?.role ?? null });

const { back } = DIMENSIONS_TEXTS.server;

/** Returns the path of the catalogue that lists a server, and the label of the link back to it. */
export const catalogueOf = ({ isPublic }: Pick<ServerView, 'isPublic'>) =>
  isPublic
    ? ({ path: '/dimensions/public', back: back.public } as const)
    : ({ path: '/dimensions/private', back: back.private } as const);
