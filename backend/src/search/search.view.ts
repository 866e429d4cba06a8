import type {
  Author,
  FoundDimension,
  FoundMember,
  FoundPicture,
  FoundPost,
  FoundTag,
} from '@oniverse/contracts';
import { excerptOf } from './excerpt.js';
import type {
  DimensionRow,
  MemberRow,
  OwnerColumns,
  PictureRow,
  PostRow,
  TagRow,
} from './search.repository.js';

const ownerView = (row: OwnerColumns): Author => ({
  username: row.username,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url,
});

export const foundMember = (row: MemberRow): FoundMember => ({ id: row.id, ...ownerView(row), bio: row.bio });

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
  owner: ownerView(row),
  createdAt: row.created_at.toISOString(),
});

export const foundPost = (row: PostRow, q: string): FoundPost => ({
  id: row.key,
  title: row.title,
  excerpt: row.reason === 0 ? null : excerptOf(row.text, q),
  author: ownerView(row),
  createdAt: row.created_at.toISOString(),
});
