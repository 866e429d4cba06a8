export { LineParts } from './line-parts.js';
export { MemberLink } from './member-link.js';
export { useMemberCard } from './use-member-card.js';
