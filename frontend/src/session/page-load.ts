/** Full loads of a page, as opposed to a change of route. */
export const pageLoad = {
  /** Leaves this page for `path`. */
  to: (path: string): void => window.location.assign(path),
  /** Loads this page anew. */
  again: (): void => window.location.reload(),
};
