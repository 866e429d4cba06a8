import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

const isFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/** Whether somebody looks at this page: it is in view and has the focus. */
export const useFocused = (): boolean => useSyncExternalStore(subscribe, isFocused);
