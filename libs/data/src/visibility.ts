/**
 * What a member shows of their things, as conditions on a row named `thing`. Others may see it where the member is
 * public too: `AND owner.is_public`, with the member's row named `owner`.
 */
export const SHOWN = {
  post: 'thing.is_public AND NOT thing.is_archived',
  image: 'thing.is_public',
  board: 'thing.is_public',
} as const;
