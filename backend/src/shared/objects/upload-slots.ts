import { MESSAGES } from '@oniverse/contracts';
import { ProblemError, unavailable } from '@oniverse/platform';

/** Seconds. */
const RETRY_AFTER = 5;

interface Load {
  uploads: number;
  /** Declared bytes. */
  bytes: number;
}

/** Concurrent uploads to one backend. */
export const CONCURRENT_UPLOADS = {
  perMember: { uploads: 10, bytes: 104_857_600 },
  total: { uploads: 100, bytes: 536_870_912 },
} as const;

const fits = (load: Load, size: number, limits: Load): boolean =>
  load.uploads < limits.uploads && load.bytes + size <= limits.bytes;

const add = (load: Load, uploads: number, bytes: number): void => {
  load.uploads += uploads;
  load.bytes += bytes;
};

/** Limits the concurrent uploads that one process receives, per member and in total. */
export class UploadSlots {
  private readonly all: Load = { uploads: 0, bytes: 0 };
  private readonly members = new Map<string, Load>();

  constructor(private readonly limits: { perMember: Load; total: Load } = CONCURRENT_UPLOADS) {}

  /**
   * Acquires a slot for an upload of `size` bytes.
   * @returns a function that releases it; call it once
   * @throws ProblemError `rate_limited` if the member reached a limit, `unavailable` if all members together did
   */
  acquire(userId: string, size: number): () => void {
    const own = this.members.get(userId) ?? { uploads: 0, bytes: 0 };
    if (!fits(own, size, this.limits.perMember)) {
      throw new ProblemError('rate_limited', MESSAGES.rateLimited, { retryAfter: RETRY_AFTER });
    }
    if (!fits(this.all, size, this.limits.total)) throw unavailable();
    this.members.set(userId, own);
    add(own, 1, size);
    add(this.all, 1, size);
    return () => {
      add(own, -1, -size);
      add(this.all, -1, -size);
      if (own.uploads === 0) this.members.delete(userId);
    };
  }
}
