export { LinkDetails } from './link-details.js';
export { useLinkDetails } from './link-details.queries.js';
export { LINK_DETAILS_TEXTS } from './link-details.texts.js';
