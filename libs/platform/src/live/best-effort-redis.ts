import { Redis } from 'ioredis';

/** A publisher for socket.io, which looks at no answer: while Redis is down a publication is lost, no more. */
export class BestEffortPublisher extends Redis {
  override async publish(channel: string | Buffer, message: string | Buffer): Promise<number> {
    try {
      return await super.publish(channel, message);
    } catch {
      return 0;
    }
  }
}

/**
 * A subscriber for socket.io's adapter, which looks at no answer either: what Redis did not do while it was down it does
 * when it is back, and what it did not do at the end nobody needs.
 */
export class BestEffortSubscriber extends Redis {
  override sendCommand(...command: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...command);
    if (answer instanceof Promise) answer.catch(() => {});
    return answer;
  }
}
