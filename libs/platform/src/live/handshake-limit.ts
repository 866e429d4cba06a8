import { SOCKET_HANDSHAKES } from '@oniverse/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const { points, seconds, closedPoints } = SOCKET_HANDSHAKES;

/** Counts the sockets that each address opens at this process, because a handshake costs more than what a socket may send. */
export class HandshakeLimit {
  private readonly limiter = new RateLimiterMemory({ points, duration: seconds });

  /** @param report called once for each window in which an address opens too many, apart from what it is charged */
  constructor(private readonly report: (address: string) => void) {}

  /** Counts a handshake. @returns whether the address may open a socket */
  async allows(address: string): Promise<boolean> {
    try {
      await this.limiter.consume(address);
      return true;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      if (error.consumedPoints === points + 1) this.report(address);
      return false;
    }
  }

  /** Charges an address for a socket that was closed for what it sent: a flood opens the next one at once. */
  async charge(address: string): Promise<void> {
    await this.limiter.penalty(address, closedPoints);
  }
}
