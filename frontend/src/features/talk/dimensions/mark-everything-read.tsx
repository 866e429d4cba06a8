import { markHomeRead } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../../api/calls.js';
import { Button } from '../../../ui/button.js';
import { showFailure } from '../../../ui/show-failure.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { markRead: TEXTS } = DIMENSIONS_TEXTS.hub;

/** Marks the channels of all joined dimensions as read. The server publishes which ones, also to this page. */
export function MarkEverythingRead({ isUnread }: { isUnread: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => send(markHomeRead),
    onError: (error) => showFailure(TEXTS.failed, error),
  });
  return (
    <Button small disabled={!isUnread} pending={isPending && TEXTS.pending} onClick={() => mutate()}>
      {TEXTS.action}
    </Button>
  );
}
