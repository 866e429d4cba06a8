import { create } from 'zustand';

/** Full page loads, as opposed to route changes. An object, so that tests can replace them. */
export const pageLoad = {
  assign: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
};

type Leave = () => void | Promise<void>;

/**
 * How to leave the ended page; null while the page is in use. A page serves one member: when the session changes in
 * any tab, the page ends and reloads. This drops all memory, so that no store, cache or socket needs a reset.
 */
export const usePageEnd = create<{ leave: Leave | null }>(() => ({ leave: null }));

export const hasPageEnded = (): boolean => usePageEnd.getState().leave !== null;

/** Ends the page: hides its content at once, and leaves as soon as the network is available. Later calls do nothing. */
export function endPage(leave: Leave = pageLoad.reload): void {
  if (!hasPageEnded()) usePageEnd.setState({ leave });
}

export const onPageEnd = (listener: () => void): (() => void) => usePageEnd.subscribe(listener);
