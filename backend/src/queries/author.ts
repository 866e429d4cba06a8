import type { Author } from '@oniverse/contracts';

/** Columns of a row that names its author. */
export interface AuthorRow {
  username: string;
  display_name: string | null;
  profile_image_url: string | null;
}

/** Like {@link AuthorRow}, of an outer join. */
export interface OptionalAuthorRow extends Omit<AuthorRow, 'username'> {
  username: string | null;
}

/** Returns the SQL of the columns of {@link AuthorRow}. @param alias of `users` */
export const authorColumns = (alias: string): string =>
  `${alias}.username, ${alias}.display_name, ${alias}.profile_image_url`;

/** Returns the author that a row names. */
export const authorView = (row: AuthorRow): Author => ({
  username: row.username,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url,
});

/** Returns the author that a row names, or null if it names none. */
export const optionalAuthorView = ({ username, ...row }: OptionalAuthorRow): Author | null =>
  username === null ? null : authorView({ username, ...row });
