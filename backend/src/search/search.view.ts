import type { FoundDimension, FoundMember, FoundPicture, FoundPost, FoundTag } from '@oniverse/contracts';
import { authorView } from '../queries/author.js';
import { excerptOf } from './excerpt.js';
import type { DimensionRow, MemberRow, PictureRow, PostRow, TagRow } from './search.repository.js';

export const foundMember = (row: MemberRow): FoundMember => ({
  id: row.id,
  ...authorView(row),
  bio: row.bio,
});

export const foundTag = (row: TagRow): FoundTag => ({ name: row.key, memberCount: row.member_count });

export const foundDimension = (row: DimensionRow): FoundDimension => ({
  id: row.id,
  name: row.name,
  description: row.description,
  memberCount: row.member_count,
  isPublic: row.is_public,
  hasJoined: row.has_joined,
});

export const foundPicture = (row: PictureRow): FoundPicture => ({
  id: row.key,
  title: row.title,
  tags: row.tags,
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
