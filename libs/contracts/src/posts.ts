import { authorSchema } from './accounts.js';
import { createdPart, tagsPart, updatedPart } from './parts.js';
import { flag, id, object, text, type TypeOf } from './schema.js';

/** A post, with who wrote it. */
export const postSchema = object('Post', 'A post, with who wrote it.', {
  id: id('The post.'),
  userId: id('Who wrote it.'),
  title: text('The title.', { example: 'First light' }),
  content: text('The text as plain text.', { example: 'Saw the rings tonight.' }),
  markdownContent: text('The text as markdown.', { example: 'Saw **the rings** tonight. #saturn' }),
  tags: tagsPart,
  isPublic: flag('Whether others may read it.'),
  isArchived: flag('Whether it was put away.', false),
  createdAt: createdPart,
  updatedAt: updatedPart,
  author: authorSchema,
});
export type PostView = TypeOf<typeof postSchema>;

/** `POST /api/posts` */
export interface CreatePostBody {
  title: string;
  /** One of this and `markdownContent` is needed. */
  content?: string;
  markdownContent?: string;
  tags?: string[];
  isPublic?: boolean;
}

/** `PATCH /api/posts/{id}`: what is absent stays. */
export interface UpdatePostBody {
  title?: string;
  markdownContent?: string;
  tags?: string[];
  isPublic?: boolean;
  isArchived?: boolean;
}
