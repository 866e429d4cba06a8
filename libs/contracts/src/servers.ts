/** What a member may be in a server. */
export const SERVER_ROLES = ['owner', 'moderator', 'member'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** A dimension, as one member sees it. */
export interface ServerView {
  id: string;
  ownerId: string;
  name: string;
  description: string | null;
  isPublic: boolean;
  memberCount: number;
  /** What the caller is in it; null for one who has not joined. */
  membership: { role: ServerRole } | null;
  createdAt: string;
  updatedAt: string;
}

/** A channel of a dimension. */
export interface ChannelView {
  id: string;
  serverId: string;
  name: string;
  description: string | null;
  isDefault: boolean;
  /** The `seq` of its newest message; 0 where there is none. */
  lastSeq: number;
  createdAt: string;
  updatedAt: string;
}
