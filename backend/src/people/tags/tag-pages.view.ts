import { tagMemberSchema, type TagMemberView, type TagPageView, viewOf } from '@oniverse/contracts';
import type { TagMemberRow } from './tag-pages.repository.js';

export const tagMemberView = (row: TagMemberRow): TagMemberView => viewOf(tagMemberSchema, row);

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
