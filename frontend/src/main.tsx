import './styles/layers.css';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './ui/shared.css';
import './styles/print-tokens.css';
import './styles/print.css';
import { createQueryClient } from './api/query-client.js';
import { keepPageWhileOffline } from './features/site/pages/offline-imports.js';
import { createAppRouter } from './router.js';
import { loadFirstPage } from './first-load.js';
import { refetchFailedSession, watchOtherTabs } from './session/session.js';
import { followEffects } from './theme/effects.js';
import { followTheme } from './theme/theme.js';
import { showSavedToast } from './ui/toast-store.js';

const queryClient = createQueryClient();

// Modules are imported as a whole, which takes fewer bytes of the first scripts than some of their exports.

/** Loads what notices the end of the session, and the socket client, which are chunks of their own. */
async function startLive(): Promise<void> {
  const [live, ends] = await Promise.all([import('./live/live.js'), import('./session/session-end.js')]);
  ends.watchRefusals(queryClient);
  live.onConnected(() => void refetchFailedSession(queryClient));
  live.onSessionEnded((reason) => void ends.handleSessionEnd(queryClient, reason));
  const announcements = await import('./features/site/announcements/show-announcements.js');
  announcements.showAnnouncements();
}

/** Translators start once the page is shown, so that the guard against their changes need not be in its first scripts. */
async function guardTranslations(): Promise<void> {
  const texts = await import('./translated-text.js');
  texts.followTranslatedText();
}

/** Keeps the prerendered page until the client can render the same page. */
async function start(root: Element): Promise<void> {
  const mounting = import('./mount.js');
  await loadFirstPage(router, queryClient);
  const { mount } = await mounting;
  mount(root, queryClient, router);
}

void guardTranslations();
watchOtherTabs();
followTheme();
followEffects();
keepPageWhileOffline();
void startLive();
showSavedToast();

const router = createAppRouter(queryClient);
const root = document.getElementById('root');
if (root) void start(root);
