import type { MessageView } from '@oniverse/contracts';
import { create } from 'zustand';

interface ShownMessage {
  /** Its reactions, its earlier texts, or when its reader wants to be reminded of it. */
  part: 'reactions' | 'versions' | 'reminder';
  message: MessageView;
}

/** The message of which a dialog shows a part. */
export const useShownMessage = create<{ shown: ShownMessage | null }>(() => ({ shown: null }));

export const showReactors = (message: MessageView): void =>
  useShownMessage.setState({ shown: { part: 'reactions', message } });
export const showVersions = (message: MessageView): void =>
  useShownMessage.setState({ shown: { part: 'versions', message } });
export const askForReminder = (message: MessageView): void =>
  useShownMessage.setState({ shown: { part: 'reminder', message } });
export const hideMessagePart = (): void => useShownMessage.setState({ shown: null });
