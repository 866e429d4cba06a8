/** Whose presence a dimension tells: that of its newest members, and of its staff. The client loads as many members. */
export const PRESENCE = { members: 1_000, staff: 100 } as const;
