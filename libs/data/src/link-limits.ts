/** The number of top links that a member keeps. A link exists while at least one of its ends keeps it. */
export const LINKS_KEPT = 50;

/** A tag becomes a hub, and stops creating links, when it exceeds both of these limits. */
export const HUB_TAG = { members: 1_000, shareOfMembers: 0.01 } as const;
