export { LinkedMarkdown } from './linked-markdown.js';
export { LineParts } from './line-parts.js';
export { memberCardQuery } from './member-card.queries.js';
export { MemberLink } from './member-link.js';
export { OnlineBadge, ShortLine } from './short-line.js';
export { useMemberCard } from './use-member-card.js';
