import { MESSAGES, type ProblemCode } from '@oniverse/contracts';

/** A file of which no picture can be made, now or ever: its owner is told, and nobody tries again. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';

  private constructor(
    readonly code: Extract<ProblemCode, 'unsupported_media_type' | 'payload_too_large'>,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }

  /** It is no picture, or not a whole one. */
  static broken(cause?: unknown): UnusablePicture {
    return new UnusablePicture('unsupported_media_type', MESSAGES.imageBroken, cause);
  }

  /** It is larger, once it is decoded, than what is taken in at all. */
  static tooLarge(cause?: unknown): UnusablePicture {
    return new UnusablePicture('payload_too_large', MESSAGES.imageTooManyPixels, cause);
  }
}

/** How sharp begins what it says of a step that took too long. */
const TIMED_OUT = 'timeout:';

/**
 * Makes something of a member's bytes: what fails on them fails again the next time.
 * @throws UnusablePicture
 */
export async function fromBytes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusablePicture) throw error;
    const tookTooLong = error instanceof Error && error.message.startsWith(TIMED_OUT);
    throw tookTooLong ? UnusablePicture.tooLarge(error) : UnusablePicture.broken(error);
  }
}
