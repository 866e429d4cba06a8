import type { ChannelView, ServerView } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTyping, keyOf, OVERLAYS } from '../../../ui/keys.js';
import { useStepKeys } from '../../../ui/use-step-keys.js';
import { catalogueOf } from './server-facts.js';

const NO_CHANNELS: readonly ChannelView[] = [];

/** Handles the shortcuts: Alt+arrow opens the next channel, and `?` outside a text field lists the shortcuts. */
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
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, target } = event;
      if (keyOf(event) !== '?' || ctrlKey || metaKey || isTyping(target)) return;
      if (document.querySelector(OVERLAYS)) return;
      event.preventDefault();
      showKeys();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [showKeys]);
}
