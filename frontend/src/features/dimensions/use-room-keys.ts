import type { ChannelView, ServerView } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pageOf } from './server-page.js';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/** Alt with an arrow goes to the next channel; `?`, where it is not a letter of a text, shows the keys. */
export function useRoomKeys(
  server: ServerView,
  channels: readonly ChannelView[] | undefined,
  current: string | undefined,
  showKeys: () => void,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, target } = event;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      if (key === '?' && !ctrlKey && !metaKey && !isTyping(target)) {
        event.preventDefault();
        showKeys();
      }
      if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown') || !channels) return;
      const place = channels.findIndex(({ id }) => id === current);
      const next = channels[(place + (key === 'ArrowDown' ? 1 : -1) + channels.length) % channels.length];
      event.preventDefault();
      if (next) {
        void navigate({ to: pageOf(server).path, search: { server: server.id, channel: next.id } });
      }
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [server, channels, current, showKeys, navigate]);
}
