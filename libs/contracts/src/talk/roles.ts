export const SERVER_ROLES = ['owner', 'moderator', 'member'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** The roles that the owner can assign. The owner role changes only by transferring ownership. */
export const ASSIGNABLE_ROLES = ['moderator', 'member'] as const satisfies readonly ServerRole[];
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];
