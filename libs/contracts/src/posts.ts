import { authorSchema } from './profiles.js';
import { createdPart, tagsPart, updatedPart } from './parts.js';
import { flag, id, object, text, type TypeOf } from './schema.js';

export const postSchema = object('Post', 'A post with its author.', {
  id: id('The post.'),
  userId: id('The author.'),
  title: text('The title.', { example: 'First light' }),
  content: text('The text as plain text.', { example: 'Saw the rings tonight.' }),
  markdownContent: text('The text as markdown.', { example: 'Saw **the rings** tonight. #saturn' }),
  tags: tagsPart,
  isPublic: flag('Whether others can read it.'),
  isArchived: flag('Whether it is archived.', false),
  createdAt: createdPart,
  updatedAt: updatedPart,
  author: authorSchema,
});
export type PostView = TypeOf<typeof postSchema>;

export interface CreatePostBody {
  title: string;
  /** Required unless `markdownContent` is given. */
  content?: string;
  markdownContent?: string;
  tags?: string[];
  isPublic?: boolean;
}

/** `PATCH /api/posts/{id}`: absent fields stay unchanged. */
export interface UpdatePostBody {
  title?: string;
  markdownContent?: string;
  tags?: string[];
  isPublic?: boolean;
  isArchived?: boolean;
}
