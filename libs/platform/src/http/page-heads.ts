import { PRODUCT_NAME } from '@oniverse/contracts';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../escape-html.js';

/** The head of a page, for link previews and search engines, which do not run the client. */
export interface PageHead {
  /** The Open Graph type (https://ogp.me/#types). */
  type: 'profile' | 'article' | 'website';
  title: string;
  description: string;
  /** Absolute URLs, `url` and `image`. */
  url: string;
  image: string | null;
  links?: readonly PageLink[];
}

/** A `link` element of the head. */
export interface PageLink {
  rel: 'alternate' | 'me';
  href: string;
  type?: string;
}

/** Another address of the page, without the origin. */
export interface MovedPage {
  movedTo: string;
}

/** `missing` if the page's subject does not exist. */
export type FoundHead = PageHead | MovedPage | 'missing';

export interface PageHeads {
  /** The site's origin. */
  readonly origin: string;
  /** @returns undefined if the page has no head of its own */
  headOf(request: FastifyRequest, path: string): Promise<FoundHead | undefined>;
}

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`;

const linkOf = ({ rel, href, type }: PageLink) =>
  `<link rel="${rel}"${type === undefined ? '' : ` type="${type}"`} href="${escapeHtml(href)}" />`;

const HEAD_END = '</head>';
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;

/** Adds a title, a description, links and Open Graph tags (https://ogp.me) to a page, escaped. */
export function withHead(
  html: string,
  { type, title, description, url, image, links = [] }: PageHead,
): string {
  const tags = [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    property('og:type', type),
    property('og:site_name', PRODUCT_NAME),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    ...(image === null ? [] : [property('og:image', image)]),
    '<meta name="twitter:card" content="summary" />',
    ...links.map(linkOf),
  ];
  return html
    .replace(DESCRIPTION, '')
    .replace(TITLE, () => `<title>${escapeHtml(title)}</title>\n    ${tags.join('\n    ')}`);
}

/** Adds the absolute URL to a prerendered page: the only part of its link preview that the build does not know. */
export const withUrl = (html: string, url: string): string =>
  html.replace(HEAD_END, () => `  ${property('og:url', url)}\n  ${HEAD_END}`);
