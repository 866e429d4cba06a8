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
import { watchOtherTabs } from './session/session.js';
import { followEffects } from './theme/effects.js';
import { followTheme } from './theme/theme.js';
import { showSavedToast } from './ui/toast-store.js';

const queryClient = createQueryClient();

async function loadLaterParts(): Promise<void> {
  // As a whole, which takes fewer bytes than its export.
  const parts = await import('./later-parts.js');
  parts.startLaterParts(queryClient);
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
void loadLaterParts();
showSavedToast();

const router = createAppRouter(queryClient);
const root = document.getElementById('root');
if (root) void start(root);
