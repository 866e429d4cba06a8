import type { FastifyRequest } from 'fastify';

/** The supported content encodings, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const accepts = (request: FastifyRequest, encoding: Encoding): boolean =>
  (request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((offer) => offer.trim().split(';')[0] === encoding && !/;\s*q=0(\.0+)?\s*$/.test(offer));

export const smallestAccepted = (request: FastifyRequest): Encoding | undefined =>
  ENCODINGS.find((encoding) => accepts(request, encoding));
