import { Redis } from 'ioredis';

/** A publisher for socket.io, which ignores results. While Redis is down, publications are lost without an error. */
export class BestEffortPublisher extends Redis {
  override async publish(channel: string | Buffer, message: string | Buffer): Promise<number> {
    try {
      return await super.publish(channel, message);
    } catch {
      return 0;
    }
  }
}

/** A subscriber for socket.io's adapter, which ignores results. ioredis repeats pending subscriptions on reconnect. */
export class BestEffortSubscriber extends Redis {
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const response = super.sendCommand(...args);
    if (response instanceof Promise) response.catch(() => {});
    return response;
  }
}
