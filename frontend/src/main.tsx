import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/components.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.js';
import { App } from './app.js';
import { stayWhileOffline } from './features/pages/stay-offline.js';
import { createAppRouter } from './router.js';
import { firstLoad } from './session/first-load.js';
import { askIfUnknown, followOtherTabs, refreshSession } from './session/session.js';
import { followEffects } from './theme/effects.js';
import { followTheme } from './theme/theme.js';
import { showKeptToast } from './ui/toast-store.js';

const queryClient = createQueryClient();

/** The live side comes in a chunk of its own, and tells of who is there. */
async function followLive(): Promise<void> {
  const { onConnected, onSessionEnded } = await import('./live/live.js');
  onConnected(() => void askIfUnknown(queryClient));
  onSessionEnded(() => void refreshSession(queryClient));
}

followTheme();
followEffects();
stayWhileOffline();
followOtherTabs(queryClient);
void followLive();
showKeptToast();

const router = createAppRouter(queryClient);
const draw = (root: Element) =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  );

const root = document.getElementById('root');
// The page came drawn: it stands until all that it needs is there to take its place.
if (root) void firstLoad(router, queryClient).then(() => draw(root));
