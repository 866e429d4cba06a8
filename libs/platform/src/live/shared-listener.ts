/**
 * Returns a listener for many emitters, which `handle` receives first. A listener of its own would stay with each of them, and an idle
 * connection is little more than its listeners.
 */
export const sharedListener = <T, A extends unknown[]>(handle: (emitter: T, ...args: A) => void) =>
  function listener(this: T, ...args: A): void {
    handle(this, ...args);
  };
