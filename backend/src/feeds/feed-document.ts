import { type FeedFormat, memberPath, postPath, PRODUCT_NAME } from '@oniverse/contracts';
import { Feed } from 'feed';
import { createParser } from '../markdown/parser.js';
import type { FeedPost } from './feeds.repository.js';

/** A feed's own texts and addresses. */
export interface FeedHead {
  title: string;
  description: string;
  /** The page that the feed follows, as a path of the site. */
  path: string;
  feedPath: string;
}

/** Renders markdown as HTML with absolute addresses. Raw HTML is escaped, and scripts are no valid addresses. */
function htmlOf(markdown: string, origin: string): string {
  const renderer = createParser();
  const normalise = renderer.normalizeLink.bind(renderer);
  renderer.normalizeLink = (link) => (link.startsWith('/') ? `${origin}${normalise(link)}` : normalise(link));
  return renderer.render(markdown);
}

const authorOf = ({ username, display_name }: FeedPost): string => display_name ?? username;

/**
 * Returns a feed in Atom (RFC 4287) or JSON Feed 1.0 (https://www.jsonfeed.org/version/1/).
 * @param origin the site's own, for absolute addresses
 */
export function feedDocument(
  format: FeedFormat,
  { title, description, path, feedPath }: FeedHead,
  posts: readonly FeedPost[],
  origin: string,
): string {
  const updated = posts.reduce(
    (latest, { updated_at }) => (updated_at > latest ? updated_at : latest),
    new Date(0),
  );
  const feed = new Feed({
    id: `${origin}${path}`,
    title,
    description,
    link: `${origin}${path}`,
    feedLinks: { [format]: `${origin}${feedPath}` },
    generator: PRODUCT_NAME,
    updated,
  });
  for (const post of posts) {
    const link = `${origin}${postPath(post.username, post.id)}`;
    feed.addItem({
      id: link,
      link,
      title: post.title,
      content: htmlOf(post.markdown_content, origin),
      author: [{ name: authorOf(post), link: `${origin}${memberPath(post.username)}` }],
      published: post.created_at,
      date: post.updated_at,
      category: post.tags.map((tag) => ({ name: tag, term: tag })),
    });
  }
  return format === 'atom' ? feed.atom1() : feed.json1();
}
