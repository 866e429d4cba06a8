import { useEffect, useEffectEvent, useRef, useState } from 'react';

const DURATION_MS = 5_000;

/** Pauses while the toast is hovered or focused, or the window is blurred. Returns the toast's event handlers. */
export function useToastTimer(onEnd: () => void) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isWindowBlurred, setWindowBlurred] = useState(false);
  const remainingMs = useRef(DURATION_MS);
  const end = useEffectEvent(onEnd);
  const isPaused = isHovered || isFocused || isWindowBlurred;
  useEffect(() => {
    if (isPaused) return undefined;
    const since = Date.now();
    const timer = setTimeout(end, remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current = Math.max(0, remainingMs.current - (Date.now() - since));
    };
  }, [isPaused]);
  useEffect(() => {
    const handleBlur = () => setWindowBlurred(true);
    const handleFocus = () => setWindowBlurred(false);
    window.addEventListener('blur', handleBlur);
    window.addEventListener('focus', handleFocus);
    return () => {
      window.removeEventListener('blur', handleBlur);
      window.removeEventListener('focus', handleFocus);
    };
  }, []);
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
