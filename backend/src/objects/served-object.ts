import type { ByteRange } from '@oniverse/platform';
import { isAmong } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import rangeParser from 'range-parser';
import type { StoredBytes } from './objects.repository.js';

/** What a request asks of an object that it may read. */
export interface ObjectAnswer {
  status: 200 | 206 | 304;
  headers: Record<string, string | number>;
  /** The bytes to send; null where none are sent. */
  range: ByteRange | null;
}

/**
 * How an answer may be kept. A picture is theirs alone who asked, and asked after again each time, so that hiding it
 * works at once; an avatar's address changes with each avatar.
 */
export const CACHING = {
  picture: 'private, no-cache',
  avatar: 'public, max-age=31536000, immutable',
} as const;

/** Answers of objects are never a page of ours, whatever a browser takes the bytes for. */
const ALWAYS = {
  'content-disposition': 'inline',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
} as const;

/** How a request for an object is answered: whole, in part, or not at all where the client has it (RFC 9110). */
export function answerFor(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { contentType, size, sha256 }: StoredBytes,
  caching: (typeof CACHING)[keyof typeof CACHING],
): ObjectAnswer {
  const etag = `"${sha256}"`;
  const always = { ...ALWAYS, 'cache-control': caching, etag };
  if (isAmong(etag, headers['if-none-match'])) return { status: 304, headers: always, range: null };
  const condition = headers['if-range'];
  const part = method === 'GET' && (condition ?? etag) === etag ? partOf(headers.range, size) : undefined;
  const { start, end } = part ?? { start: 0, end: size - 1 };
  return {
    status: part ? 206 : 200,
    headers: {
      ...always,
      'content-type': contentType,
      'content-length': end - start + 1,
      ...(part ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
    range: method === 'HEAD' ? null : { start, end },
  };
}

/** A range that cannot be read or given, and more than one, are answered with the whole, as HTTP allows. */
function partOf(header: string | undefined, size: number): ByteRange | undefined {
  if (header === undefined) return undefined;
  const ranges = rangeParser(size, header);
  return typeof ranges === 'number' || ranges.type !== 'bytes' || ranges.length > 1 ? undefined : ranges[0];
}
