/** Presence of a dimension is about so many members, the newest, and so many of its staff. The client loads as many members. */
export const PRESENCE = { members: 1_000, staff: 100 } as const;
