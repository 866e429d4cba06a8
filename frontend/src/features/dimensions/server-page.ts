import type { ServerView } from '@oniverse/contracts';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { back } = DIMENSIONS_TEXTS.room;

/** The page that a server belongs to. */
export const pageOf = ({ isPublic }: Pick<ServerView, 'isPublic'>) =>
  isPublic
    ? ({ path: '/dimensions/public', back: back.public } as const)
    : ({ path: '/dimensions/private', back: back.private } as const);
