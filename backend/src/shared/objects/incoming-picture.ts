import { createHash } from 'node:crypto';
import { UPLOAD, UPLOAD_MESSAGES } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { fileTypeFromBuffer } from 'file-type';
import type { StoredBytes } from './objects.repository.js';

/** How many leading bytes are needed to detect the type. */
const HEAD_BYTES = 4_100;
/** A declared type that carries no information. */
const UNKNOWN_TYPE = 'application/octet-stream';
/** file-type reports animated PNG separately; we store it as PNG. */
const ANIMATED_PNG = 'image/apng';

const tooLarge = (): ProblemError =>
  new ProblemError('payload_too_large', UPLOAD_MESSAGES.imageTooLarge({ bytes: UPLOAD.maxBytes }));
const wrongType = (): ProblemError => new ProblemError('unsupported_media_type', UPLOAD_MESSAGES.imageType);

export interface DeclaredUpload {
  contentType?: string | undefined;
  /** Bytes. */
  size?: number | undefined;
}

const isAcceptedType = (type: string): boolean => UPLOAD.types.some((accepted) => accepted === type);

/** @throws ProblemError `payload_too_large`, `unsupported_media_type` */
export function requireAcceptable({ contentType, size }: DeclaredUpload): void {
  if (size !== undefined && size > UPLOAD.maxBytes) throw tooLarge();
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== UNKNOWN_TYPE && !isAcceptedType(type)) throw wrongType();
}

async function detectType(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  const type = found?.mime === ANIMATED_PNG ? 'image/png' : found?.mime;
  if (type === undefined || !isAcceptedType(type)) throw wrongType();
  return type;
}

/** A picture that is still arriving: detects its type from the leading bytes, then counts and hashes the rest. */
export class IncomingPicture implements AsyncIterable<Buffer> {
  private readonly hash = createHash('sha256');
  private bytesRead = 0;

  private constructor(
    /** Detected type; the declared one is ignored. */
    readonly contentType: string,
    private readonly head: readonly Buffer[],
    private readonly rest: AsyncGenerator<Buffer, void, void>,
  ) {}

  /** @throws ProblemError `unsupported_media_type`, or `malformed_request` if the client disconnects */
  static async fromChunks(chunks: AsyncGenerator<Buffer, void, void>): Promise<IncomingPicture> {
    const head: Buffer[] = [];
    for (let length = 0; length < HEAD_BYTES;) {
      const next = await chunks.next();
      if (next.done === true) break;
      head.push(next.value);
      length += next.value.length;
    }
    const contentType = await detectType(Buffer.concat(head).subarray(0, HEAD_BYTES));
    return new IncomingPicture(contentType, head, chunks);
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
