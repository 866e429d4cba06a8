import { Injectable } from '@nestjs/common';

/** Processes one picture at a time, so that a worker needs the memory of one picture only. */
@Injectable()
export class PictureMutex {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after the previous one has settled. @throws the error of `work` */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const running = this.last.then(work, work);
    this.last = running;
    return running;
  }
}
