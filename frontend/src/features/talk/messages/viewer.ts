import type { Standing } from '@oniverse/contracts';

/** The reader of a channel. */
export interface Viewer {
  id: string;
  username: string;
  displayName: string | null;
  profileImageUrl: string | null;
  standing: Standing | null;
}
