import { type ByteRange, preconditionFailed, rangeNotSatisfiable } from '@oniverse/platform';
import { matchesEtag } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';

/** The response to a read of an object, without its bytes. */
export interface ObjectAnswer {
  status: 200 | 206 | 304;
  headers: Record<string, string | number>;
  /** The bytes to send, or `null` for none. */
  range: ByteRange | null;
}

/** What an answer says of the whole object. */
export interface Entity {
  contentType: string;
  /** In bytes. */
  size: number;
  /** The ETag without quotes: it differs for other bytes. */
  tag: string;
}

/** Clients revalidate pictures on each use, so that hiding one takes effect at once. New avatars have new addresses. */
export const CACHING = {
  picture: 'private, no-cache',
  avatar: 'public, max-age=31536000, immutable',
} as const;

/** Headers that keep browsers from rendering an object as a page of our origin. */
export const UNRENDERED = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Returns the response to a read: the whole object, a range, or 304 if the client has it (RFC 9110).
 * @throws ProblemError `precondition_failed`, `range_not_satisfiable`
 */
export function answerFor(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { contentType, size, tag }: Entity,
  { caching, disposition }: { caching: (typeof CACHING)[keyof typeof CACHING]; disposition: string },
): ObjectAnswer {
  const etag = `"${tag}"`;
  const commonHeaders = {
    ...UNRENDERED,
    'accept-ranges': 'bytes',
    'content-disposition': disposition,
    'cache-control': caching,
    etag,
  };
  if (!matchesEtag(etag, headers['if-match'] ?? '*')) throw preconditionFailed();
  if (matchesEtag(etag, headers['if-none-match']))
    return { status: 304, headers: commonHeaders, range: null };
  const condition = headers['if-range'];
  const part = method === 'GET' && (condition ?? etag) === etag ? parseRange(headers.range, size) : undefined;
  const { start, end } = part ?? { start: 0, end: size - 1 };
  return {
    status: part ? 206 : 200,
    headers: {
      ...commonHeaders,
      'content-type': contentType,
      'content-length': end - start + 1,
      ...(part ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
    range: method === 'HEAD' ? null : { start, end },
  };
}

const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Parses a Range header. Returns `undefined` for an unknown unit or several ranges, which get the whole object.
 * @throws ProblemError `range_not_satisfiable`
 */
function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  if (header === undefined || !header.startsWith('bytes=') || header.includes(',')) return undefined;
  const [, first, last, suffix] = ONE_RANGE.exec(header) ?? [];
  const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  // Without a match, `start` is NaN and the comparison fails.
  if (!(start <= end)) throw rangeNotSatisfiable(`bytes */${size}`);
  return { start, end };
}
