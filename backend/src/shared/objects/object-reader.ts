import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { create as createDisposition } from 'content-disposition';
import { storeKeyOf } from '@oniverse/data';
import { notFound, ObjectStore } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import {
  type ObjectBytes,
  ObjectsRepository,
  type RequestedObject,
  type RequestedRendition,
} from './objects.repository.js';
import { PreviewPicturesRepository } from './preview-pictures.repository.js';
import { answerFor, CACHING, type Entity, type ObjectAnswer } from './served-object.js';

/** The response to a read; `bytes` is empty for HEAD, 302 and 304. */
export interface OpenedObject extends Pick<ObjectAnswer, 'headers'> {
  status: ObjectAnswer['status'] | 302;
  bytes: Readable;
}

export interface StoredEntity extends Entity {
  /** In the store. */
  key: string;
}

const storedOf = ({ path, contentType, size, sha256 }: ObjectBytes): StoredEntity => ({
  key: storeKeyOf(path),
  contentType,
  size,
  tag: sha256,
});

/** What a reader wants of an object. */
interface Wanted {
  /** Of a rendition, in pixels. */
  width?: number | undefined;
  isAnimated?: boolean | undefined;
  isDownload?: boolean | undefined;
}

const WIDEST: RequestedRendition = { width: Number.MAX_SAFE_INTEGER, isAnimated: false };

@Injectable()
export class ObjectReader {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly store: ObjectStore,
    private readonly previews: PreviewPicturesRepository,
  ) {}

  /**
   * @param askerId null for a visitor
   * @param wanted without a rendition of a picture, the owner gets the original and others the largest rendition
   * @throws ProblemError `not_found` both for missing objects and for objects hidden from the requester
   */
  async read(
    askerId: string | null,
    path: string,
    { width, isAnimated = false, isDownload = false }: Wanted,
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    const requested = await this.repository.findRequested(askerId, path, {
      width: width ?? WIDEST.width,
      isAnimated,
    });
    const isPlain = width === undefined && !isAnimated;
    const readable =
      (requested && readableOf(requested, isPlain)) ??
      (askerId === null ? undefined : await this.previews.find(path));
    if (!readable) throw notFound();
    const disposition = requested ? dispositionOf(requested, isDownload) : 'inline';
    const isShared = requested?.isAvatar === true;
    return this.open(storedOf(readable), { disposition, isShared }, request);
  }

  /**
   * Opens a file that a case keeps, for the staff of the platform: what readers of the message got.
   * @throws ProblemError `not_found`
   */
  async readOfCase(
    caseId: string,
    path: string,
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    const requested = await this.repository.findOfCase(caseId, path);
    const readable = requested && readableOf(requested, false);
    if (!requested || !readable) throw notFound();
    return this.open(storedOf(readable), { disposition: dispositionOf(requested, false) }, request);
  }

  /**
   * Opens an object of the store for a reader who may read it.
   * @param isShared whether caches on the way may keep it
   * @throws ProblemError `not_found`, `precondition_failed`, `range_not_satisfiable`
   */
  async open(
    { key, ...entity }: StoredEntity,
    { disposition, isShared = false }: { disposition: string; isShared?: boolean },
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    const caching = isShared ? CACHING.avatar : CACHING.picture;
    const { status, headers, range } = answerFor(request, entity, { caching, disposition });
    if (!range) return { status, headers, bytes: Readable.from([]) };
    // An address that expires would prevent that caches keep it.
    const location = isShared ? undefined : await this.publicAddressOf(key, entity, disposition);
    if (location !== undefined) {
      return { status: 302, headers: { location, 'cache-control': UNCACHED }, bytes: Readable.from([]) };
    }
    const bytes = await this.store.get(key, range);
    // Deleted since the lookup.
    if (!bytes) throw notFound();
    return { status, headers, bytes };
  }

  /** Requires that a member may read an object. @throws ProblemError `not_found` */
  async requireReadable(userId: string, path: string): Promise<void> {
    const requested = await this.repository.findRequested(userId, path, WIDEST);
    if (!requested || !readableOf(requested, true)) throw notFound();
  }

  private publicAddressOf(
    key: string,
    { contentType }: Entity,
    disposition: string,
  ): Promise<string | undefined> {
    return this.store.publicAddressOf(key, {
      'content-type': contentType,
      'content-disposition': disposition,
      'cache-control': UNCACHED,
    });
  }
}

/** So that an address that hiding or a block has ended is not followed again. */
const UNCACHED = 'private, no-store';

/** What nothing renders: a browser offers to store it. */
const DOWNLOAD_TYPE = 'application/octet-stream';

/**
 * Read policy: avatars are open to everyone, renditions to readers of the picture, originals only to their owner. Files of a
 * message are open to its readers as they are, apart from pictures.
 */
function readableOf(requested: RequestedObject, isPlain: boolean): ObjectBytes | undefined {
  const { isAvatar, isOwn, isShown, attachment, original, rendition } = requested;
  if (isAvatar) return original;
  if (attachment) {
    if (!isOwn && !attachment.isShown) return undefined;
    if (attachment.kind === 'picture') return rendition ?? undefined;
    return attachment.kind === 'file' ? { ...original, contentType: DOWNLOAD_TYPE } : original;
  }
  if (isOwn) return isPlain ? original : (rendition ?? original);
  return isShown ? (rendition ?? undefined) : undefined;
}

/** The value of Content-Disposition (RFC 6266): files are downloads under their name. */
function dispositionOf({ isAvatar, attachment }: RequestedObject, isDownload: boolean): string {
  if (isAvatar || !attachment || attachment.kind === 'picture') return 'inline';
  return createDisposition(attachment.name, {
    type: isDownload || attachment.kind === 'file' ? 'attachment' : 'inline',
  });
}
