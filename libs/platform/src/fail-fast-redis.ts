import { Redis } from 'ioredis';

/** Redis counts as down when it leaves a command unanswered for this long, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 80;

/**
 * A connection on which no caller waits for a Redis that hangs. The first command without a timely response closes the
 * connection: all pending commands fail, and further ones fail at once, unsent, until Redis answers again. So a paused
 * Redis does not execute them when it resumes.
 */
export class FailFastRedis extends Redis {
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const response = super.sendCommand(...args);
    if (this.status === 'ready' && response instanceof Promise) this.disconnectIfSilent(response);
    return response;
  }

  private disconnectIfSilent(response: Promise<unknown>): void {
    const { stream } = this;
    let isSettled = false;
    const timer = setTimeout(() => {
      // A busy process may not have read a response that arrived in time: it is read before this check.
      setImmediate(() => {
        if (!isSettled) stream.destroy(new Error(`Redis has not answered for ${RESPONSE_TIMEOUT_MS} ms.`));
      });
    }, RESPONSE_TIMEOUT_MS);
    const onSettled = () => {
      isSettled = true;
      clearTimeout(timer);
    };
    response.then(onSettled, onSettled);
  }
}
