import type { QueryClient } from '@tanstack/react-query';
import { showAnnouncements } from './features/site/announcements/show-announcements.js';
import { onConnected, onSessionEnded } from './live/live.js';
import { handleSessionEnd, watchRefusals } from './session/session-end.js';
import { refetchFailedSession } from './session/session.js';

/** Starts what notices the end of the session, the socket client and the announcements, which load after the page. */
export function startLaterParts(queryClient: QueryClient): void {
  watchRefusals(queryClient);
  onConnected(() => void refetchFailedSession(queryClient));
  onSessionEnded((reason) => void handleSessionEnd(queryClient, reason));
  showAnnouncements();
}
