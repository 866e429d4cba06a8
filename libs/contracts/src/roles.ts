/** What a member may be in a server. */
export const SERVER_ROLES = ['owner', 'moderator', 'member'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** Who keeps order in a server: makes channels and invites, takes away messages and members. */
export const STAFF_ROLES = ['owner', 'moderator'] as const satisfies readonly ServerRole[];

/** What the owner may make of a member. The owner's own role passes only with the server. */
export const GIVEN_ROLES = ['moderator', 'member'] as const satisfies readonly ServerRole[];
export type GivenRole = (typeof GIVEN_ROLES)[number];
