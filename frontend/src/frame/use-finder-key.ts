import { useEffect } from 'react';
import { keyOf } from '../ui/keys.js';
import { closeFinder, useFinderOpen } from './finder-open.js';

/** Opens and closes the finder on Ctrl K or Cmd K, for members. Closes it when the session ends. */
export function useFinderKey(isMember: boolean): void {
  useEffect(() => {
    if (!isMember) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || keyOf(event).toLowerCase() !== 'k') return;
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
