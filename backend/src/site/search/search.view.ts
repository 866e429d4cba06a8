import {
  type FoundDimension,
  foundDimensionSchema,
  type FoundMember,
  type FoundMessage,
  type FoundPicture,
  type FoundPost,
  type FoundTag,
  messagePlainText,
  viewOf,
} from '@oniverse/contracts';
import { plainTextOf } from '@oniverse/markdown';
import { authorView, optionalAuthorView } from '../../shared/index.js';
import { excerptOf } from './excerpt.js';
import type { FoundMessageRow } from './message-search.repository.js';
import type { DimensionRow, MemberRow, PictureRow, PostRow, TagRow } from './search.repository.js';

/** An excerpt is one line, in which the parser would not find headings. Parsing whole profiles would take too long. */
const HEADING_MARK = /^#{1,6}[ \t]+/gmu;

export const foundMember = (row: MemberRow, q = ''): FoundMember => ({
  id: row.id,
  ...authorView(row),
  bio: row.bio,
  excerpt: row.profile ? plainTextOf(excerptOf(row.profile.replaceAll(HEADING_MARK, ''), q)) : null,
});

export const foundTag = (row: TagRow): FoundTag => ({ name: row.key, memberCount: row.member_count });

export const foundDimension = (row: DimensionRow): FoundDimension => viewOf(foundDimensionSchema, row);

export const foundPicture = (row: PictureRow): FoundPicture => ({
  id: row.key,
  title: row.title,
  tags: row.tags,
  imageUrl: row.image_url,
  owner: authorView(row),
  createdAt: row.created_at.toISOString(),
});

export const foundPost = (row: PostRow, q: string): FoundPost => ({
  id: row.key,
  title: row.title,
  excerpt: row.reason === 0 ? null : excerptOf(row.text, q),
  author: authorView(row),
  createdAt: row.created_at.toISOString(),
});

export const foundMessage = (row: FoundMessageRow, q: string): FoundMessage => ({
  id: row.id,
  excerpt: excerptOf(messagePlainText(row.text), q),
  author: optionalAuthorView(row),
  place: row.place,
  conversation: row.conversation,
  createdAt: row.created_at.toISOString(),
});
