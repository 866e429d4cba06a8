import type { Author } from '@oniverse/contracts';
import { linkOptions } from '@tanstack/react-router';

/** The link to the page of a post. */
export const postAddress = ({ username }: Pick<Author, 'username'>, id: string) =>
  linkOptions({ to: '/u/$username/$post', params: { username, post: id } });
