import type { Author, AuthoredImageView } from '@oniverse/contracts';
import { type ImageRow, imageView } from '@oniverse/data';

export interface AuthoredImageRow extends ImageRow, AuthorRow {}

export const authoredImageView = (row: AuthoredImageRow): AuthoredImageView => ({
  image: imageView(row),
  author: authorView(row),
});

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

/** The columns of an author with a prefix, for rows that name several members. */
export type PrefixedAuthorRow<P extends string> = Record<
  `${P}_username` | `${P}_display_name` | `${P}_image`,
  string | null
>;

/** Returns the SQL of the columns of {@link PrefixedAuthorRow}. @param prefix also the alias of `users` */
export const optionalAuthorColumns = (prefix: string): string =>
  `${prefix}.username AS ${prefix}_username, ${prefix}.display_name AS ${prefix}_display_name,
   ${prefix}.profile_image_url AS ${prefix}_image`;

/** Returns the author in the columns of a prefix, or null if they name none. */
export function prefixedAuthorView<P extends string>(row: PrefixedAuthorRow<P>, prefix: P): Author | null {
  const username: string | null = row[`${prefix}_username`];
  if (username === null) return null;
  return {
    username,
    displayName: row[`${prefix}_display_name`],
    profileImageUrl: row[`${prefix}_image`],
  };
}
