import { isOneOf, isRecord, isText } from '../../api/guards.js';

/** Whose posts the log shows: one's own, those of members near one, or everyone's. */
export const LOG_VIEWS = ['mine', 'near', 'all'] as const;
export type LogView = (typeof LOG_VIEWS)[number];

const isView = isOneOf(LOG_VIEWS);

/** What the log shows; it lives in the address, so that reload and back work. */
export interface HomeSearch {
  /** One's own posts where it is not said. */
  posts?: LogView | undefined;
  /** Of one's own posts only those with this tag. */
  tag?: string | undefined;
}

/** What an address says; what it does not understand is undefined, since the router keeps what is only left out. */
export function readHomeSearch(search: unknown): HomeSearch {
  const { posts, tag } = isRecord(search) ? search : {};
  return { posts: isView(posts) ? posts : undefined, tag: isText(tag) && tag !== '' ? tag : undefined };
}
