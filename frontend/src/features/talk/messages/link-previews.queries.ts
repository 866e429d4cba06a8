import { type MessageView, removeLinkPreview } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../../api/calls.js';
import { applyToChannel } from '../log/index.js';

/** Removes a preview from a message. Its answer may arrive before the live event. */
export function useRemovePreview({ id, channelId }: MessageView) {
  return useMutation({
    mutationFn: async (place: number) => send(removeLinkPreview, { id, place: String(place) }),
    onSuccess: (message) => applyToChannel(channelId, { type: 'acknowledged', message }),
  });
}
