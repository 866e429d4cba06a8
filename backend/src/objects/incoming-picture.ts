import { createHash } from 'node:crypto';
import { MESSAGES, UPLOAD } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { fileTypeFromBuffer } from 'file-type';
import type { StoredBytes } from './objects.repository.js';

/** So many of a file's first bytes tell what it is. */
const HEAD_BYTES = 4_100;
/** A type that says nothing. */
const UNKNOWN_TYPE = 'application/octet-stream';
/** What file-type tells apart, and we do not: an animated PNG is a PNG to whoever shows it. */
const ANIMATED_PNG = 'image/apng';

const tooLarge = (): ProblemError => new ProblemError('payload_too_large', MESSAGES.imageTooLarge);
const wrongType = (): ProblemError => new ProblemError('unsupported_media_type', MESSAGES.imageType);

/** What a client says of a picture before it sends it; undefined where it says nothing. */
export interface Declared {
  contentType?: string | undefined;
  /** Bytes. */
  size?: number | undefined;
}

const isTaken = (type: string): boolean => UPLOAD.types.some((taken) => taken === type);

/** @throws ProblemError `payload_too_large`, `unsupported_media_type` */
export function refuseDeclared({ contentType, size }: Declared): void {
  if (size !== undefined && size > UPLOAD.maxBytes) throw tooLarge();
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== UNKNOWN_TYPE && !isTaken(type)) throw wrongType();
}

async function typeOf(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  const type = found?.mime === ANIMATED_PNG ? 'image/png' : found?.mime;
  if (type === undefined || !isTaken(type)) throw wrongType();
  return type;
}

/** A picture while it arrives: known by its first bytes, cut off at the limit, measured as it passes. */
export class IncomingPicture implements AsyncIterable<Buffer> {
  private readonly hash = createHash('sha256');
  private passed = 0;

  private constructor(
    /** What its bytes are, whatever was declared. */
    readonly contentType: string,
    private readonly head: readonly Buffer[],
    private readonly rest: AsyncGenerator<Buffer, void, void>,
  ) {}

  /**
   * Reads as much as tells what it is.
   * @throws ProblemError `unsupported_media_type`, `malformed_request` where the client broke off
   */
  static async begin(chunks: AsyncGenerator<Buffer, void, void>): Promise<IncomingPicture> {
    const head: Buffer[] = [];
    for (let length = 0; length < HEAD_BYTES;) {
      const next = await chunks.next();
      if (next.done === true) break;
      head.push(next.value);
      length += next.value.length;
    }
    const contentType = await typeOf(Buffer.concat(head).subarray(0, HEAD_BYTES));
    return new IncomingPicture(contentType, head, chunks);
  }

  /**
   * All of its bytes, once.
   * @throws ProblemError `payload_too_large`, `malformed_request` where the client broke off
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    for (const chunk of this.head) yield this.measured(chunk);
    for await (const chunk of this.rest) yield this.measured(chunk);
  }

  /** Bytes that have passed: not 0 once anything may have reached the store. */
  get size(): number {
    return this.passed;
  }

  /** What is known of it once all of it has passed. */
  measures(): StoredBytes {
    return { contentType: this.contentType, size: this.passed, sha256: this.hash.copy().digest('hex') };
  }

  private measured(chunk: Buffer): Buffer {
    this.passed += chunk.length;
    if (this.passed > UPLOAD.maxBytes) throw tooLarge();
    this.hash.update(chunk);
    return chunk;
  }
}
