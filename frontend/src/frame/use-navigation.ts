import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '@oniverse/contracts';
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useTheme } from '../theme/theme.js';
import { keyOf } from '../ui/keys.js';
import { NAV_TEXTS } from './navigation.texts.js';

export const menuName = (user: Pick<Partial<CurrentUser>, 'displayName' | 'username'>): string =>
  user.displayName || user.username || NAV_TEXTS.nameless;

export function useThemeToggle(): { choice: ThemeChoice; next: ThemeChoice; toggle: () => void } {
  const choice = useTheme((state) => state.choice);
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf(choice) + 1) % THEME_CHOICES.length] ?? 'dark';
  return { choice, next, toggle: () => chooseTheme(next) };
}

/**
 * Controls the menu of narrow screens. It closes on Escape (which focuses its button), when the focus or a pointer
 * moves outside, and when the address changes.
 */
export function useSheet() {
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const path = useLocation({ select: (location) => location.href });
  const [openedAt, setOpenedAt] = useState(path);
  if (path !== openedAt) {
    setOpenedAt(path);
    setOpen(false);
  }
  useEffect(() => {
    if (!open) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (keyOf(event) !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    const closeIfOutside = ({ target }: Event) => {
      if (target instanceof Node && !bar.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('keydown', handleKeyDown);
    document.addEventListener('focusin', closeIfOutside);
    document.addEventListener('pointerdown', closeIfOutside);
    return () => {
      document.removeEventListener('keydown', handleKeyDown);
      document.removeEventListener('focusin', closeIfOutside);
      document.removeEventListener('pointerdown', closeIfOutside);
    };
  }, [open]);
  return { open, bar, opener, toggle: () => setOpen((now) => !now), close: () => setOpen(false) };
}
