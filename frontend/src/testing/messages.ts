import { useStartedThreads } from '../features/talk/messages/messages.first-reply.js';
import { usePendingReactions } from '../features/talk/log/shown.js';
import { useMessages } from '../features/talk/log/log.store.js';

/** A page load has the same effect. */
export function resetMessages(): void {
  useMessages.setState(useMessages.getInitialState(), true);
  usePendingReactions.setState(usePendingReactions.getInitialState(), true);
  useStartedThreads.setState(useStartedThreads.getInitialState(), true);
}
