import { create } from 'zustand';

/** Whether the finder is open. Its code loads when it first opens. */
export const useFinderOpen = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

export const openFinder = (): void => useFinderOpen.setState({ isOpen: true });
export const closeFinder = (): void => useFinderOpen.setState({ isOpen: false });
