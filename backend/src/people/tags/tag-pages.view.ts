import type { TagMemberView, TagPageView } from '@oniverse/contracts';
import { authorView } from '../../shared/index.js';
import type { TagMemberRow } from './tag-pages.repository.js';

export const tagMemberView = (row: TagMemberRow): TagMemberView => ({
  id: row.id,
  ...authorView(row),
  strength: row.strength,
  tags: row.tags,
});

/** The page of a tag that nobody shows. Tags that only private content has look the same. */
export const emptyTagPage = (name: string): TagPageView => ({
  name,
  memberCount: null,
  hasMoreMembers: false,
  isCarried: false,
  isHub: false,
  sharedWith: [],
  members: [],
  cluster: { nodes: [], links: [] },
  pictures: [],
  dimensions: [],
  together: [],
});
