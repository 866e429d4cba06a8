import { askForLinkPreviews, type MessageView, removeLinkPreview } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../../api/calls.js';
import { showToast } from '../../../ui/toast-store.js';
import { applyToChannel } from '../log/index.js';
import { LINK_PREVIEW_TEXTS } from './link-previews.texts.js';

/** Removes a preview from a message. Its answer may arrive before the live event. */
export function useRemovePreview({ id, channelId }: MessageView) {
  return useMutation({
    mutationFn: async (place: number) => send(removeLinkPreview, { id, place: String(place) }),
    onSuccess: (message) => applyToChannel(channelId, { type: 'acknowledged', message }),
  });
}

/** Asks for the previews of a message in a conversation, which arrive with the live event of its revision. */
export const useAskForPreviews = ({ id }: MessageView) =>
  useMutation({
    mutationFn: async () => send(askForLinkPreviews, { id }),
    onSuccess: () => showToast({ title: LINK_PREVIEW_TEXTS.asked }),
  });
