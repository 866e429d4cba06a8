import type { FastifyRequest } from 'fastify';

/** What a page of the client says of itself before the client runs, for those who only read its head. */
export interface PageHead {
  title: string;
  description: string;
  /** Whole addresses. */
  url: string;
  image: string | null;
}

/** Knows pages of the client by their address. */
export interface PageHeads {
  /** @returns `missing` where there is no such page, undefined where it is none of those that are known here */
  headOf(request: FastifyRequest, path: string): Promise<PageHead | 'missing' | undefined>;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '');

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;

/**
 * A page of the client with a head of its own: title, description, and what link previews read
 * (https://ogp.me). Whatever the texts hold, they stay texts.
 * @param html the page as the build made it
 */
export function withHead(html: string, { title, description, url, image }: PageHead): string {
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`;
  const tags = [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    property('og:type', 'profile'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    ...(image === null ? [] : [property('og:image', image)]),
    '<meta name="twitter:card" content="summary" />',
  ];
  return html
    .replace(DESCRIPTION, '')
    .replace(TITLE, () => `<title>${escapeHtml(title)}</title>\n    ${tags.join('\n    ')}`);
}
