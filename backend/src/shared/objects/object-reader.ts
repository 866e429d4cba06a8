import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { storeKeyOf } from '@oniverse/data';
import { notFound, ObjectStore } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import { type ObjectBytes, type RequestedObject, ObjectsRepository } from './objects.repository.js';
import { PreviewPicturesRepository } from './preview-pictures.repository.js';
import { answerFor, CACHING, type ObjectAnswer } from './served-object.js';

/** The response to a read; `bytes` is empty for HEAD, 302 and 304. */
export interface OpenedObject extends Pick<ObjectAnswer, 'headers'> {
  status: ObjectAnswer['status'] | 302;
  bytes: Readable;
}

@Injectable()
export class ObjectReader {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly store: ObjectStore,
    private readonly previews: PreviewPicturesRepository,
  ) {}

  /**
   * @param askerId null for a visitor
   * @param width of the rendition; without it the owner gets the original and others the largest rendition
   * @throws ProblemError `not_found` both for missing objects and for objects hidden from the requester
   */
  async read(
    askerId: string | null,
    path: string,
    width: number | undefined,
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    const requested = await this.repository.findRequested(askerId, path, width ?? Number.MAX_SAFE_INTEGER);
    const readable =
      (requested && readableOf(requested, width)) ??
      (askerId === null ? undefined : await this.previews.find(path));
    if (!readable) throw notFound();
    const caching = requested?.isAvatar ? CACHING.avatar : CACHING.picture;
    const { status, headers, range } = answerFor(request, readable, caching);
    if (!range) return { status, headers, bytes: Readable.from([]) };
    // Avatars are stored in caches on the way, which an address that expires would prevent.
    const location = requested?.isAvatar ? undefined : await this.publicAddressOf(readable);
    if (location !== undefined) {
      return { status: 302, headers: { location, 'cache-control': UNCACHED }, bytes: Readable.from([]) };
    }
    const bytes = await this.store.get(storeKeyOf(readable.path), range);
    // Deleted since the lookup.
    if (!bytes) throw notFound();
    return { status, headers, bytes };
  }

  private publicAddressOf({ path, contentType }: ObjectBytes): Promise<string | undefined> {
    return this.store.publicAddressOf(storeKeyOf(path), {
      'content-type': contentType,
      'content-disposition': 'inline',
      'cache-control': UNCACHED,
    });
  }
}

/** So that an address that hiding or a block has ended is not followed again. */
const UNCACHED = 'private, no-store';

/** Read policy: avatars are open to everyone, renditions to readers of the picture, originals only to their owner. */
function readableOf(
  { isAvatar, isOwn, isShown, original, rendition }: RequestedObject,
  width: number | undefined,
): ObjectBytes | undefined {
  if (isAvatar) return original;
  if (isOwn) return width === undefined ? original : (rendition ?? original);
  return isShown ? (rendition ?? undefined) : undefined;
}
