/**
 * SQL conditions for the visible items of a member, on a row aliased `thing`. For other readers, the owner must also be
 * public: `AND owner.is_public`, on a row of `users` aliased `owner`.
 */
export const VISIBLE = {
  post: 'thing.is_public AND NOT thing.is_archived',
  image: 'thing.is_public',
  board: 'thing.is_public',
} as const;
