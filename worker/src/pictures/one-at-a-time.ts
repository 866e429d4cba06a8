import { Injectable } from '@nestjs/common';

/** Does the work on pictures in turn, whatever else this worker does: what it needs is what one picture needs. */
@Injectable()
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();

  /** Begins when what came before has ended, well or not. @throws what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = this.last.then(work, work);
    this.last = running;
    return running;
  }
}
