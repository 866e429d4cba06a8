import { type Author, type PostView } from '@oniverse/contracts';
import { isFlag, isListOf, isNullable, isShape, isText } from '../../api/guards.js';

const isAuthor = isShape<Author>({
  username: isText,
  displayName: isNullable(isText),
  profileImageUrl: isNullable(isText),
});

/** A post as it comes over the wire. */
export const isPost = isShape<PostView>({
  id: isText,
  userId: isText,
  title: isText,
  content: isText,
  markdownContent: isText,
  tags: isListOf(isText),
  isPublic: isFlag,
  isArchived: isFlag,
  createdAt: isText,
  updatedAt: isText,
  author: isAuthor,
});

/**
 * The beginning of a text: cut before it is parsed, so that a long one costs nothing.
 * @param max in Unicode characters
 * @returns undefined where the text is no longer than that
 */
export function beginningOf(text: string, max: number): string | undefined {
  // No more of the text is walked through than could count.
  const characters = Array.from(text.slice(0, 2 * (max + 1)));
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : undefined;
}
