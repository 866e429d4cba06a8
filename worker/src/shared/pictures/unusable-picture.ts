import { type Phrase, type ProblemCode, UPLOAD_MESSAGES } from '@oniverse/contracts';

/** A file that can never be processed. Its owner is notified, and the job is not retried. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';

  private constructor(
    readonly code: Extract<ProblemCode, 'unsupported_media_type' | 'payload_too_large'>,
    readonly phrase: Phrase,
    cause?: unknown,
  ) {
    super(phrase.message, { cause });
  }

  /** Not a picture, or damaged. */
  static broken(cause?: unknown): UnusablePicture {
    return new UnusablePicture('unsupported_media_type', UPLOAD_MESSAGES.imageBroken, cause);
  }

  /** Too many pixels to decode. */
  static tooLarge(cause?: unknown): UnusablePicture {
    return new UnusablePicture('payload_too_large', UPLOAD_MESSAGES.imageTooManyPixels, cause);
  }
}

/** The start of sharp's message for a timeout. */
const TIMED_OUT = 'timeout:';

/** Turns every error of `work` into an `UnusablePicture`, because a retry would fail too. */
export async function rejectUnusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusablePicture) throw error;
    const hasTimedOut = error instanceof Error && error.message.startsWith(TIMED_OUT);
    throw hasTimedOut ? UnusablePicture.tooLarge(error) : UnusablePicture.broken(error);
  }
}
