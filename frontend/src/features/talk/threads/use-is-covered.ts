import type { OpenedInChat } from '../../../frame/chat-address.js';
import { useMedia } from '../../../ui/use-media.js';

export const isThreadOpen = ({ thread, start }: OpenedInChat): boolean =>
  thread !== undefined || start !== undefined;

/** Returns whether a thread covers the messages of its channel or conversation, as in the style sheet. */
export const useIsCovered = (isOpen: boolean): boolean => useMedia('(max-width: 900px)') && isOpen;
