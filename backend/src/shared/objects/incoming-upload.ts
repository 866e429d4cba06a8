import { createHash } from 'node:crypto';
import {
  ATTACHMENT,
  ATTACHMENT_MESSAGES,
  type AttachmentKind,
  type Phrase,
  UPLOAD,
  UPLOAD_MESSAGES,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { fileTypeFromBuffer } from 'file-type';
import type { StoredBytes } from './objects.repository.js';

/** How many leading bytes are needed to detect the type. */
const HEAD_BYTES = 4_100;
/** A type that carries no information. */
const UNKNOWN_TYPE = 'application/octet-stream';
/** file-type reports animated PNG separately; we store it as PNG. */
const ANIMATED_PNG = 'image/apng';

export const uploadExpired = (): ProblemError =>
  new ProblemError('upload_expired', UPLOAD_MESSAGES.uploadExpired);
export const wrongSize = (): ProblemError =>
  new ProblemError('malformed_request', ATTACHMENT_MESSAGES.wrongSize);
const wrongType = (): ProblemError => new ProblemError('unsupported_media_type', UPLOAD_MESSAGES.imageType);

export interface DeclaredUpload {
  contentType?: string | undefined;
  /** Bytes. */
  size?: number | undefined;
}

/** What an upload address accepts. */
export interface UploadRules {
  /** In bytes. */
  maxBytes: number;
  tooLarge: Phrase;
  /** @throws ProblemError `unsupported_media_type` for a declared type that is never accepted */
  requireDeclared: (type: string) => void;
  /**
   * Returns the type that is stored.
   * @param found the type by the leading bytes; undefined if they say none
   * @throws ProblemError `unsupported_media_type`
   */
  typeOf: (found: string | undefined) => string;
}

const isPicture = (type: string): boolean => UPLOAD.types.some((accepted) => accepted === type);

/** Pictures of an album, and avatars. */
export const PICTURE_UPLOAD: UploadRules = {
  maxBytes: UPLOAD.maxBytes,
  tooLarge: UPLOAD_MESSAGES.imageTooLarge({ bytes: UPLOAD.maxBytes }),
  requireDeclared: (type) => {
    if (type !== '' && type !== UNKNOWN_TYPE && !isPicture(type)) throw wrongType();
  },
  typeOf: (found) => {
    if (found === undefined || !isPicture(found)) throw wrongType();
    return found;
  },
};

/** Types that browsers play, as they know them. All others are downloads, which nothing renders as a page of our origin. */
const PLAYED_TYPES: Readonly<Record<string, string>> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/ogg': 'audio/ogg',
  'audio/wav': 'audio/wav',
  'audio/flac': 'audio/flac',
  'audio/aac': 'audio/aac',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
  'video/ogg': 'video/ogg',
};

/** Files of messages: any bytes. What they are is decided by the first ones, never by a name or a declared type. */
export const ATTACHMENT_UPLOAD: UploadRules = {
  maxBytes: ATTACHMENT.maxBytes,
  tooLarge: ATTACHMENT_MESSAGES.fileTooLarge({ bytes: ATTACHMENT.maxBytes }),
  requireDeclared: () => undefined,
  typeOf: (found = UNKNOWN_TYPE) => (isPicture(found) ? found : (PLAYED_TYPES[found] ?? UNKNOWN_TYPE)),
};

/** Returns what a stored file of a type is to its readers. A picture may turn out to be none when it is decoded. */
export function attachmentKindOf(contentType: string): AttachmentKind {
  if (isPicture(contentType)) return 'picture';
  if (contentType.startsWith('audio/')) return 'sound';
  return contentType.startsWith('video/') ? 'video' : 'file';
}

/** @throws ProblemError `payload_too_large`, `unsupported_media_type` */
export function requireAcceptable(
  { contentType, size }: DeclaredUpload,
  { maxBytes, tooLarge, requireDeclared }: UploadRules,
): void {
  if (size !== undefined && size > maxBytes) throw new ProblemError('payload_too_large', tooLarge);
  requireDeclared(mediaTypeOf(contentType ?? ''));
}

const mediaTypeOf = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? '';

async function detectType(head: Buffer): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(head);
  if (found === undefined) return undefined;
  return found.mime === ANIMATED_PNG ? 'image/png' : mediaTypeOf(found.mime);
}

/** An upload that is still arriving: detects its type from the leading bytes, then counts and hashes the rest. */
export class IncomingUpload implements AsyncIterable<Buffer> {
  private readonly hash = createHash('sha256');
  private bytesRead = 0;

  private constructor(
    /** Detected type; the declared one is ignored. */
    readonly contentType: string,
    private readonly head: readonly Buffer[],
    private readonly rest: AsyncGenerator<Buffer, void, void>,
  ) {}

  /** @throws ProblemError `unsupported_media_type`, or `malformed_request` if the client disconnects */
  static async fromChunks(
    chunks: AsyncGenerator<Buffer, void, void>,
    { typeOf }: UploadRules,
  ): Promise<IncomingUpload> {
    const head: Buffer[] = [];
    for (let length = 0; length < HEAD_BYTES;) {
      const next = await chunks.next();
      if (next.done === true) break;
      head.push(next.value);
      length += next.value.length;
    }
    const contentType = typeOf(await detectType(Buffer.concat(head).subarray(0, HEAD_BYTES)));
    return new IncomingUpload(contentType, head, chunks);
  }

  /** Can be iterated once. @throws ProblemError `malformed_request` if the client disconnects */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    for (const chunk of this.head) yield this.trackChunk(chunk);
    for await (const chunk of this.rest) yield this.trackChunk(chunk);
  }

  /** Bytes read so far. Above 0, some may already be in the store. */
  get size(): number {
    return this.bytesRead;
  }

  /** Returns size and hash. Call it after the last byte. */
  toStoredBytes(): StoredBytes {
    return { contentType: this.contentType, size: this.bytesRead, sha256: this.hash.copy().digest('hex') };
  }

  private trackChunk(chunk: Buffer): Buffer {
    this.bytesRead += chunk.length;
    this.hash.update(chunk);
    return chunk;
  }
}
