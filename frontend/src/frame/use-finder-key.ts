import { useEffect } from 'react';
import { closeFinder, useFinderOpen } from './finder-open.js';

/** Opens and closes the finder on Ctrl K or Cmd K. Closes it when the component unmounts. */
export function useFinderKey(): boolean {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey ||
        event.key.toLowerCase() !== 'k'
      )
        return;
      event.preventDefault();
      useFinderOpen.setState(({ isOpen }) => ({ isOpen: !isOpen }));
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      document.removeEventListener('keydown', handleKeyDown);
      closeFinder();
    };
  }, []);
  return useFinderOpen(({ isOpen }) => isOpen);
}
