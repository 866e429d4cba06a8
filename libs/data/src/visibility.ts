/**
 * SQL conditions for the visible items of a member, on a row aliased `thing`. For other readers, the owner must also be
 * public: `AND owner.is_public`, on a row of `users` aliased `owner`.
 */
export const VISIBLE = {
  post: 'thing.is_public AND NOT thing.is_archived',
  image: 'thing.is_public',
  board: 'thing.is_public',
} as const;

/**
 * SQL condition for a list that names members: whether it shows the member `owner` (an alias of `users`) to `reader` (an
 * expression of the reader's id). Every such list uses it.
 */
export const listedFor = (owner: string, reader: string): string =>
  `(${owner}.is_public OR ${owner}.id = ${reader})`;

/** Like {@link listedFor}, for visitors without a session: only members who chose so. */
export const listedForVisitors = (owner: string): string =>
  `(${owner}.is_public AND ${owner}.is_visible_to_visitors)`;
