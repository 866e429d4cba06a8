import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { storeKeyOf } from '@oniverse/data';
import { notFound, ObjectStore } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import { type FoundBytes, type NamedObject, ObjectsRepository } from './objects.repository.js';
import { answerFor, CACHING, type ObjectAnswer } from './served-object.js';

/** What is sent of an object: no bytes where it is the headers alone. */
export interface OpenedObject extends Pick<ObjectAnswer, 'status' | 'headers'> {
  bytes: Readable;
}

/** Reads objects for who may see them. */
@Injectable()
export class ObjectReader {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly store: ObjectStore,
  ) {}

  /**
   * @param askerId null for a visitor
   * @param width of the rendition that is wanted; without it the original for its owner, for others the largest
   * @param request says which part is wanted, and what the asker has already
   * @throws ProblemError `not_found` for what does not exist and for what the asker may not see alike
   */
  async read(
    askerId: string | null,
    path: string,
    width: number | undefined,
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    const named = await this.repository.findNamed(askerId, path, width ?? Number.MAX_SAFE_INTEGER);
    const readable = named && readableOf(named, width);
    if (!readable) throw notFound();
    const caching = named.isAvatar ? CACHING.avatar : CACHING.picture;
    const { status, headers, range } = answerFor(request, readable, caching);
    if (!range) return { status, headers, bytes: Readable.from([]) };
    const bytes = await this.store.get(storeKeyOf(readable.path), range);
    // Discarded and taken away since it was looked up.
    if (!bytes) throw notFound();
    return { status, headers, bytes };
  }
}

/**
 * Everybody reads avatars, and of a picture that is shown the renditions; the original is its owner's alone.
 * @returns undefined where the asker may read nothing of it
 */
function readableOf(
  { isAvatar, isOwn, isShown, original, rendition }: NamedObject,
  width: number | undefined,
): FoundBytes | undefined {
  if (isAvatar) return original;
  if (isOwn) return width === undefined ? original : (rendition ?? original);
  return isShown ? (rendition ?? undefined) : undefined;
}
