import type { ChannelView, ServerView } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTyping, keyOf, OVERLAYS } from '../../../ui/keys.js';
import { useStepKeys } from '../../../ui/use-step-keys.js';
import { catalogueOf } from './server-facts.js';

const NO_CHANNELS: readonly ChannelView[] = [];

/**
 * Handles the shortcuts: Alt+arrow opens the next channel, Ctrl F or Cmd F searches the dimension, where the browser would find only
 * the messages that are loaded, and `?` outside a text field lists the shortcuts.
 */
export function useServerPageKeys(
  server: ServerView,
  channels: readonly ChannelView[] | undefined,
  current: string | undefined,
  showKeys: () => void,
): void {
  const navigate = useNavigate();
  useStepKeys(
    channels ?? NO_CHANNELS,
    ({ id }) => id === current,
    ({ id }) => void navigate({ to: catalogueOf(server).path, search: { server: server.id, channel: id } }),
  );
  const { id, membership } = server;
  const hasJoined = membership !== null;
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey, target } = event;
      const key = keyOf(event);
      const isSearch = hasJoined && (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'f';
      const isList = key === '?' && !ctrlKey && !metaKey && !isTyping(target);
      if ((!isSearch && !isList) || document.querySelector(OVERLAYS)) return;
      event.preventDefault();
      if (isList) showKeys();
      else void navigate({ to: '/search', search: { server: id } });
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [showKeys, navigate, id, hasJoined]);
}
