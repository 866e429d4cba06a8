/** Full page loads, as opposed to route changes. An object, so that tests can replace them. */
export const pageLoad = {
  assign: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
};
