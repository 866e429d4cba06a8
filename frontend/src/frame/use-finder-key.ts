import { useEffect } from 'react';
import { closeFinder, useFinderOpen } from './finder-open.js';

/** Opens and closes the finder on Ctrl K or Cmd K, for members. Closes it when the session ends. */
export function useFinderKey(isMember: boolean): void {
  useEffect(() => {
    if (!isMember) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey, key } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'k') return;
      event.preventDefault();
      useFinderOpen.setState(({ isOpen }) => ({ isOpen: !isOpen }));
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      document.removeEventListener('keydown', handleKeyDown);
      closeFinder();
    };
  }, [isMember]);
}
