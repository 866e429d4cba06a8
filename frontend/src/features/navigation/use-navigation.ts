import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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

/** The collapsible menu of narrow screens: closes on Escape and when the address changes. */
export function useSheet() {
  const [open, setOpen] = useState(false);
  const path = useLocation({ select: (location) => location.href });
  const [openedAt, setOpenedAt] = useState(path);
  if (path !== openedAt) {
    setOpenedAt(path);
    setOpen(false);
  }
  useEffect(() => {
    if (!open) return undefined;
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [open]);
  return { open, toggle: () => setOpen((now) => !now), close: () => setOpen(false) };
}
