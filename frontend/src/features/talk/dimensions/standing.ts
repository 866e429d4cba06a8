import { type ServerView, type Standing, standingIn } from '@oniverse/contracts';

/** Returns what the viewer is in a server, to be asked for permissions with `may`. */
export const standingOf = ({ isPublic, isBanned, membership }: ServerView): Standing | null =>
  standingIn({ isPublic, isBanned, role: membership?.role ?? null });
