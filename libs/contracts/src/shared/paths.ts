/** Returns the path of a member's page. */
export const memberPath = (username: string): string => `/u/${encodeURIComponent(username)}`;

/** Returns the path of a post's page. @param author the Oni ID of its author */
export const postPath = (author: string, id: string): string => `${memberPath(author)}/${id}`;

/** The list that a picture is opened from: those with a tag, or on a board. */
export interface PictureContext {
  tag?: string | undefined;
  board?: string | undefined;
}

/**
 * Returns the path of a picture's page.
 * @param author the Oni ID of its owner
 * @param context where its neighbours come from; without one, from all pictures of its owner
 */
export function picturePath(author: string, id: string, { tag, board }: PictureContext = {}): string {
  const page = `${memberPath(author)}/p/${id}`;
  if (tag !== undefined) return `${page}?tag=${encodeURIComponent(tag)}`;
  return board === undefined ? page : `${page}?board=${encodeURIComponent(board)}`;
}

/** Returns the path of a tag's page. @param tag without the # */
export const tagPath = (tag: string): string => `/t/${encodeURIComponent(tag)}`;
