/** Runs the tasks of each member one after another. */
export class SerialTasks {
  /** The latest task of each member. */
  private readonly latest = new Map<string, Promise<unknown>>();

  async runTask<T>(userId: string, task: () => Promise<T>): Promise<T> {
    const previous = this.latest.get(userId);
    const running = (async () => {
      await previous?.catch(() => undefined);
      return task();
    })();
    this.latest.set(userId, running);
    try {
      return await running;
    } finally {
      if (this.latest.get(userId) === running) this.latest.delete(userId);
    }
  }
}
