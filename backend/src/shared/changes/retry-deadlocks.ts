import { isDeadlock } from '@oniverse/platform';

const MAX_ATTEMPTS = 4;

/** Runs a transaction, and repeats it if it deadlocks with another one. */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}
