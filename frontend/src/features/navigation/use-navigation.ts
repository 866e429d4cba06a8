import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '@oniverse/contracts';
import { logout } from '../../session/session.js';
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useTheme } from '../../theme/theme.js';
import { NAV_TEXTS } from './navigation.texts.js';

/** The name that a member's menu carries. */
export const menuName = (user: Pick<Partial<CurrentUser>, 'displayName' | 'username'>): string =>
  user.displayName || user.username || NAV_TEXTS.nameless;

/** Ends the session, then goes to the landing page. */
export function useLogout(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await logout(queryClient);
    await navigate({ to: '/' });
  };
}

/** The theme in use, the next one round, and the step to it. */
export function useThemeToggle(): { choice: ThemeChoice; next: ThemeChoice; toggle: () => void } {
  const choice = useTheme((state) => state.choice);
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf(choice) + 1) % THEME_CHOICES.length] ?? 'dark';
  return { choice, next, toggle: () => chooseTheme(next) };
}

/**
 * The collapsible menu of narrow screens: closes on Escape, which gives the focus back to its button, when the
 * focus or a finger goes elsewhere, and when the address changes.
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
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    const look = ({ target }: Event) => {
      if (target instanceof Node && !bar.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('keydown', hear);
    document.addEventListener('focusin', look);
    document.addEventListener('pointerdown', look);
    return () => {
      document.removeEventListener('keydown', hear);
      document.removeEventListener('focusin', look);
      document.removeEventListener('pointerdown', look);
    };
  }, [open]);
  return { open, bar, opener, toggle: () => setOpen((now) => !now), close: () => setOpen(false) };
}
