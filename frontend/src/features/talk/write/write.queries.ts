import { getConversation, startConversation, type StartConversationBody } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queryOf, send } from '../../../api/calls.js';

/** Starts a conversation, or finds the one with a member, and opens it. */
export function useStartConversation(onError: (error: Error) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: StartConversationBody) => send(startConversation, { body }),
    onSuccess: async (conversation) => {
      const { id } = conversation;
      client.setQueryData(queryOf(getConversation, { id }).queryKey, conversation);
      await navigate({ to: '/direct/{-$conversationId}', params: { conversationId: id } });
    },
    onError,
  });
}
