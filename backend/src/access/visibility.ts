import { SHOWN } from '@oniverse/data';

/** What nobody but its member ever sees. */
const NEVER_SHOWN = 'false';

/** Every kind of thing that belongs to one member: its table, and what of it others may see. */
export const OWNED = {
  post: { table: 'posts', shown: SHOWN.post },
  image: { table: 'images', shown: SHOWN.image },
  board: { table: 'boards', shown: SHOWN.board },
  capsule: { table: 'capsules', shown: NEVER_SHOWN },
  profileArchive: { table: 'profile_archives', shown: NEVER_SHOWN },
} as const;
export type OwnedKind = keyof typeof OWNED;
