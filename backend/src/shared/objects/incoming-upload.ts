import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { StoredBytes } from './objects.repository.js';
import { mediaTypeOf, type UploadRules } from './upload-rules.js';

/** How many leading bytes are needed to detect the type. */
const HEAD_BYTES = 4_100;
/** file-type reports animated PNG separately; we store it as PNG. */
const ANIMATED_PNG = 'image/apng';

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
