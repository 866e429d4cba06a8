/** What a member may be in a server. */
export const SERVER_ROLES = ['owner', 'moderator', 'member'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];
