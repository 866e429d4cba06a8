import {
  FEED,
  FEED_FORMATS,
  FEED_TYPES,
  type FeedFormat,
  isRecord,
  memberPath,
  PRODUCT_NAME,
  withoutUnprintable,
} from '@oniverse/contracts';
import type { PageLink } from '@oniverse/platform/backend';
import { Feed } from 'feed';
import { html } from '../../shared/index.js';
import type { FeedPost } from './feeds.repository.js';

/** Returns the links of a page's head by which feed readers find its feeds. @param addressOf absolute */
export const feedLinks = (addressOf: (format: FeedFormat) => string): PageLink[] =>
  FEED_FORMATS.map((format) => ({ rel: 'alternate', type: FEED_TYPES[format], href: addressOf(format) }));

/** A feed's own texts and addresses. */
export interface FeedHead {
  title: string;
  description: string;
  /** The page that the feed follows, as a path of the site. */
  path: string;
  feedPath: string;
}

export interface FeedEntry {
  post: FeedPost;
  /** The address of the post's page. */
  link: string;
  html: string;
}

/** Writes texts for the library, which expects titles of entries as HTML and decodes `&amp;` in other texts of XML. */
const WRITERS = {
  atom: { title: (text) => html`${text}`.markup, text: (text) => text.replaceAll('&', '&amp;') },
  json: { title: (text) => text, text: (text) => text },
} as const satisfies Record<FeedFormat, Record<'title' | 'text', (text: string) => string>>;

/** Returns the permanent id of an entry (RFC 4151), which does not change with the author's Oni ID. */
const idOf = (origin: string, { id, user_id, created_at }: FeedPost): string =>
  `tag:${new URL(origin).hostname},${created_at.toISOString().slice(0, 10)}:${user_id}/${id}`;

const authorOf = ({ username, display_name }: FeedPost): string => display_name ?? username;

/**
 * Returns a feed in Atom (RFC 4287) or JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), without the last entries if
 * it would have more than `FEED.bytes`.
 * @param origin the site's own, for absolute addresses
 */
export function feedDocument(
  format: FeedFormat,
  head: FeedHead,
  entries: readonly FeedEntry[],
  origin: string,
): string {
  const write = (written: readonly FeedEntry[]): string => writeFeed(format, head, written, origin);
  const frame = Buffer.byteLength(write([]));
  let bytes = frame;
  const fitting = entries.findIndex((entry) => {
    bytes += Buffer.byteLength(write([entry])) - frame;
    return bytes > FEED.bytes;
  });
  return write(fitting === -1 ? entries : entries.slice(0, fitting));
}

function writeFeed(
  format: FeedFormat,
  { title, description, path, feedPath }: FeedHead,
  entries: readonly FeedEntry[],
  origin: string,
): string {
  const updated = entries.reduce(
    (latest, { post }) => (post.updated_at > latest ? post.updated_at : latest),
    new Date(0),
  );
  const write = WRITERS[format];
  const feed = new Feed({
    id: `${origin}${path}`,
    title: write.text(title),
    description: write.text(description),
    link: `${origin}${path}`,
    feedLinks: { [format]: `${origin}${feedPath}` },
    generator: PRODUCT_NAME,
    updated,
  });
  for (const { post, link, html: content } of entries) {
    feed.addItem({
      id: idOf(origin, post),
      link,
      title: write.title(post.title),
      content,
      author: [{ name: write.text(authorOf(post)), link: `${origin}${memberPath(post.username)}` }],
      published: post.created_at,
      date: post.updated_at,
      category: post.tags.map((tag) => ({ name: tag, term: tag })),
    });
  }
  // Markdown can name characters that XML cannot carry, such as `&#12;`.
  return format === 'atom' ? withoutUnprintable(feed.atom1()) : toVersion11(feed.json1());
}

/** Upgrades a JSON Feed 1.0, the only version that the library writes: an entry has several authors. */
function toVersion11(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (key, value: unknown) => {
      if (key === 'version') return 'https://jsonfeed.org/version/1.1';
      if (!isRecord(value) || !('author' in value)) return value;
      const { author, ...rest } = value;
      return { ...rest, authors: [author] };
    }),
  );
}
