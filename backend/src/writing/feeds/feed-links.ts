import { FEED_FORMATS, FEED_TYPES, type FeedFormat } from '@oniverse/contracts';
import type { PageLink } from '@oniverse/platform/backend';

/** Returns the links of a page's head by which feed readers find its feeds. @param addressOf absolute */
export const feedLinks = (addressOf: (format: FeedFormat) => string): PageLink[] =>
  FEED_FORMATS.map((format) => ({ rel: 'alternate', type: FEED_TYPES[format], href: addressOf(format) }));
