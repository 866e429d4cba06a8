import type { ServerView } from '@oniverse/contracts';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { back } = DIMENSIONS_TEXTS.server;

/** Returns the path of the catalogue that lists a server, and the label of the link back to it. */
export const catalogueOf = ({ isPublic }: Pick<ServerView, 'isPublic'>) =>
  isPublic
    ? ({ path: '/dimensions/public', back: back.public } as const)
    : ({ path: '/dimensions/private', back: back.private } as const);
