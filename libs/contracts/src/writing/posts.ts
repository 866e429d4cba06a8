import { profileParts } from '../account/current-user.js';
import { attachmentSchema, attachmentsField } from '../shared/attachments.js';
import { authorSchema } from '../people/profiles.js';
import { grouped, VISIBLE } from '../shared/text.js';
import { atMost, field, type FieldRules, LINE, matches, PROSE, UNTRIMMED } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { createdPart, tagsPart, updatedPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  flagField,
  omittable,
  requestBody,
  tagsField,
  textField,
} from '../shared/request-fields.js';
import { title } from '../shared/rules.js';
import { flag, id, list, nullable, object, oneOf, optional, text, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';

/** The authors in a feed: members near the caller in the constellation, or everyone. */
export const FEED_SCOPES = ['near', 'all'] as const;
export type FeedScope = (typeof FEED_SCOPES)[number];

/** How much of each text of a post the lists of others' posts have, in characters. */
export const POST_EXCERPT = 4_000;

export const postSchema = object('Post', 'A post with its author.', {
  id: id('The post.'),
  userId: id('The author.'),
  title: text('The title.', { example: 'First light' }),
  content: text('The text as plain text.', { example: 'Saw the rings tonight.' }),
  markdownContent: text('The text as markdown.', { example: 'Saw **the rings** tonight. #saturn' }),
  isExcerpt: flag(
    `Whether a text is longer, and only its first ${grouped(POST_EXCERPT)} characters are here. The call of the post has the whole.`,
    false,
  ),
  tags: tagsPart,
  isPublic: flag('Whether others can read it.'),
  isHeld: optional(
    flag(
      'For its author: whether it is private until the staff of the site decide, because several new accounts wrote the same. Absent from all others.',
    ),
  ),
  isArchived: flag('Whether it is archived.', false),
  areRepliesClosed: flag('Whether its author closed the replies.', false),
  /** Ripples have no number anywhere: nobody learns more than whether there is one. */
  hasRipples: flag('Whether a member whom the caller may see sent a ripple.'),
  isRippled: flag('Whether the caller sent a ripple.', false),
  attachments: optional(list(attachmentSchema, 'Its files; absent if there are none.')),
  nearThrough: optional(
    text('In the feed of linked members: a tag of the line between the author and the caller.', {
      example: 'saturn',
    }),
  ),
  createdAt: createdPart,
  updatedAt: updatedPart,
  author: authorSchema,
});
export type PostView = TypeOf<typeof postSchema>;

const neighbourSchema = object('PostNeighbour', 'A post before or after another one.', {
  id: id('The post.'),
  title: text('The title.', { example: 'A clock for insomniacs' }),
  createdAt: createdPart,
});
export type PostNeighbour = TypeOf<typeof neighbourSchema>;

export const postPageSchema = object('PostPage', 'A post with what its page shows of the author.', {
  post: postSchema,
  bio: profileParts.bio,
  profileTheme: profileParts.profileTheme,
  profileThemeMode: profileParts.profileThemeMode,
  previous: nullable(neighbourSchema),
  next: nullable(neighbourSchema),
});
export type PostPage = TypeOf<typeof postPageSchema>;

/** How much the page of a post shows of what else has one of its tags. */
export const ALSO_ABOUT = {
  /** The tags looked up, in the order of the post. */
  tags: 8,
  items: 3,
} as const;

export const alsoAboutSchema = object('AlsoAbout', 'What else has a tag of a post.', {
  tag: nullable(
    text('The first tag of the post that the caller sees elsewhere; null without one.', {
      example: 'streetlamps',
    }),
  ),
  items: list(
    object('AlsoAboutItem', 'A post or picture with the tag.', {
      kind: oneOf(['post', 'picture'], 'What it is.', 'post'),
      id: id('The post or picture.'),
      title: nullable(text('Its title; a picture may have none.', { example: 'Sodium, then white' })),
      author: authorSchema,
    }),
    'Newest first.',
  ),
});
export type AlsoAbout = TypeOf<typeof alsoAboutSchema>;

export const POST_MESSAGES = phrases({
  postRequired: 'A post needs some text.',
  postTooLong: tooLong("A post's text"),
  badScope: `The scope must be ${listed(FEED_SCOPES, 'or')}.`,
});

const postText = atMost(LIMITS.postText.max, POST_MESSAGES.postTooLong);

export const POST_RULES = {
  title: field('The title.', 'First light', title, LINE),
  content: field(
    'The text as plain text; derived from the markdown if absent.',
    'Saw the rings tonight.',
    [postText],
    { optional: true, trim: false, prose: true },
  ),
  markdownContent: field(
    'The text as markdown; its hashtags are added to the tags.',
    'Saw **the rings** tonight. #saturn',
    [postText],
    { optional: true, trim: false, prose: true },
  ),
} as const satisfies Record<string, FieldRules>;
export const POST_EDIT_RULES = {
  title: POST_RULES.title,
  markdownContent: field(
    'The text as markdown, not empty. The plain text and hashtags are updated with it.',
    'Saw **the rings** tonight. #saturn',
    [matches(VISIBLE, POST_MESSAGES.postRequired), postText],
    { ...UNTRIMMED, ...PROSE },
  ),
} as const satisfies Record<string, FieldRules>;

const shown = requestBody({ isPublic: omittable(flagField('Whether others may read it.')) });

export const createPostBody = requestBody({
  title: textField(POST_RULES.title),
  /** Required unless `markdownContent` is given. */
  content: textField(POST_RULES.content),
  markdownContent: textField(POST_RULES.markdownContent),
  tags: tagsField(),
  attachments: attachmentsField(),
  ...shown,
});
export type CreatePostBody = BodyOf<typeof createPostBody>;

/** `PATCH /api/posts/{id}`: absent fields stay unchanged. */
export const updatePostBody = requestBody({
  title: omittable(textField(POST_EDIT_RULES.title)),
  markdownContent: omittable(textField(POST_EDIT_RULES.markdownContent)),
  tags: tagsField(),
  /** The whole list: its files that are not in it are deleted. */
  attachments: attachmentsField(),
  ...shown,
  isArchived: omittable(flagField('Whether it is archived.')),
  areRepliesClosed: omittable(flagField('Whether nobody may reply.')),
});
export type UpdatePostBody = BodyOf<typeof updatePostBody>;
