export { LinkedMarkdown } from './linked-markdown.js';
export { LinkParts } from './link-parts.js';
export { memberCardQuery } from './member-card.queries.js';
export { MemberLink } from './member-link.js';
export { OnlineBadge, LinkSummary } from './link-summary.js';
export { useMemberCard } from './use-member-card.js';
