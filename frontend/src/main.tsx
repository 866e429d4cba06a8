import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/components.css';
import { createQueryClient } from './api/query-client.js';
import { stayWhileOffline } from './features/pages/stay-offline.js';
import { createAppRouter } from './router.js';
import { firstLoad } from './session/first-load.js';
import { followRefusals, hearSessionEnd } from './session/session-end.js';
import { askIfUnknown, followOtherTabs } from './session/session.js';
import { followEffects } from './theme/effects.js';
import { followTheme } from './theme/theme.js';
import { showKeptToast } from './ui/toast-store.js';

const queryClient = createQueryClient();

/** The live side comes in a chunk of its own, and tells of who is there. */
async function followLive(): Promise<void> {
  const { onConnected, onSessionEnded } = await import('./live/live.js');
  onConnected(() => void askIfUnknown(queryClient));
  onSessionEnded((reason) => void hearSessionEnd(queryClient, reason));
}

/** The page came drawn: it stands until all that it needs is there to take its place. */
async function start(root: Element): Promise<void> {
  const drawing = import('./draw.js');
  await firstLoad(router, queryClient);
  const { draw } = await drawing;
  draw(root, queryClient, router);
}

followTheme();
followEffects();
stayWhileOffline();
followOtherTabs(queryClient);
followRefusals(queryClient);
void followLive();
showKeptToast();

const router = createAppRouter(queryClient);
const root = document.getElementById('root');
if (root) void start(root);
