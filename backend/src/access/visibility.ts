import { VISIBLE } from '@oniverse/data';

const NEVER_SHOWN = 'false';

/** Kinds of entities that belong to a member: the table, and the condition for visibility to others. */
export const OWNED = {
  post: { table: 'posts', visible: VISIBLE.post },
  image: { table: 'images', visible: VISIBLE.image },
  board: { table: 'boards', visible: VISIBLE.board },
  capsule: { table: 'capsules', visible: NEVER_SHOWN },
  profileArchive: { table: 'profile_archives', visible: NEVER_SHOWN },
} as const;
export type OwnedKind = keyof typeof OWNED;
