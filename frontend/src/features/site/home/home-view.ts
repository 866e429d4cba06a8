import * as v from 'valibot';

/** Authors of the posts in the log. */
export const LOG_VIEWS = ['near', 'all', 'mine'] as const;
export type LogView = (typeof LOG_VIEWS)[number];

const viewSchema = v.picklist(LOG_VIEWS);

export interface HomeSearch {
  /** By default `near` if linked members have posted, else `all`; with a tag `mine`. */
  posts?: LogView | undefined;
  tag?: string | undefined;
}

/** Sets invalid parameters to undefined, because the router keeps omitted ones. */
export function readHomeSearch({ posts, tag }: Record<string, unknown>): HomeSearch {
  return {
    posts: v.is(viewSchema, posts) ? posts : undefined,
    tag: typeof tag === 'string' && tag !== '' ? tag : undefined,
  };
}
