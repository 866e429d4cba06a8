import type { ChannelView, ServerView } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTyping, keyOf, OVERLAYS } from '../../../ui/keys.js';
import { catalogueOf } from './server-facts.js';

/** Handles the shortcuts: Alt+arrow opens the next channel, and `?` outside a text field lists the shortcuts. */
export function useServerPageKeys(
  server: ServerView,
  channels: readonly ChannelView[] | undefined,
  current: string | undefined,
  showKeys: () => void,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, target } = event;
      const key = keyOf(event);
      if (document.querySelector(OVERLAYS)) return;
      if (key === '?' && !ctrlKey && !metaKey && !isTyping(target)) {
        event.preventDefault();
        showKeys();
      }
      if (!altKey || shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown') || !channels) return;
      const index = channels.findIndex(({ id }) => id === current);
      const next = channels[(index + (key === 'ArrowDown' ? 1 : -1) + channels.length) % channels.length];
      event.preventDefault();
      if (next) {
        void navigate({ to: catalogueOf(server).path, search: { server: server.id, channel: next.id } });
      }
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [server, channels, current, showKeys, navigate]);
}
