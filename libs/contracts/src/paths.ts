/** Returns the path of a member's page. */
export const memberPath = (username: string): string => `/u/${encodeURIComponent(username)}`;

/** Returns the path of a post's page. @param author the Oni ID of its author */
export const postPath = (author: string, id: string): string => `${memberPath(author)}/${id}`;

/** Returns the path of a tag's page. @param tag without the # */
export const tagPath = (tag: string): string => `/t/${encodeURIComponent(tag)}`;
