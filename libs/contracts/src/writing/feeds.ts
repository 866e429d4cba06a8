import { text } from '../shared/schema.js';

/** The formats of feeds, by the last part of their address. */
export const FEED_TYPES = { atom: 'application/atom+xml', json: 'application/feed+json' } as const;
export type FeedFormat = keyof typeof FEED_TYPES;
export const FEED_FORMATS = ['atom', 'json'] as const satisfies readonly FeedFormat[];

/** The maximum number of entries, bytes of HTML in an entry, and bytes of a feed. */
export const FEED = { entries: 30, entryBytes: 32_000, bytes: 1_000_000 } as const;

export const feedBytesSchema = text('The newest public posts as a feed.', { format: 'binary' });

/** Returns the path of the feed of a member's posts. */
export const memberFeedPath = (username: string, format: FeedFormat): string =>
  `/feeds/u/${encodeURIComponent(username)}/${format}`;

/** Returns the path of the feed of posts with a tag. */
export const tagFeedPath = (tag: string, format: FeedFormat): string =>
  `/feeds/t/${encodeURIComponent(tag)}/${format}`;
