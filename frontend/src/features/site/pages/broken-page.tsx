import { CatchBoundary } from '@tanstack/react-router';
import { pageLoad } from '../../../session/page-end.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { TopNavigation } from '../../../frame/top-navigation.js';
import { GapContent } from './gap-page.js';
import { useReloadForNewerBuild } from './newer-build.js';
import { BROKEN_TEXTS, NOT_LOADED_TEXTS } from './pages.texts.js';
import { useReloadWhenOnline } from './offline-imports.js';

/** Messages of Chromium, Firefox, Safari and Vite's loader when code could not be fetched. */
const IMPORT_FAILED = /dynamically imported module|Importing a module script|Unable to preload/u;

interface BrokenPageProps {
  error: unknown;
}

/** Uses neither the router nor the API, since either may have failed: both actions load a page. */
export function BrokenPage({ error }: BrokenPageProps) {
  const isOffline = useReloadWhenOnline();
  const isChecking = useReloadForNewerBuild();
  const isNotLoaded = isOffline || (error instanceof Error && IMPORT_FAILED.test(error.message));
  const { title, text, mark, again, home } = isNotLoaded ? NOT_LOADED_TEXTS : BROKEN_TEXTS;
  usePageTitle(title);
  return (
    <div role="alert" className={isChecking ? 'late' : ''}>
      <GapContent title={title} text={text} mark={mark}>
        <Button look="primary" onClick={() => pageLoad.reload()}>
          {again}
        </Button>
        <a href="/" className={buttonClass()}>
          {home}
        </a>
      </GapContent>
    </div>
  );
}

/** Replaces a failed page below the working navigation. */
export function BrokenRoute({ error }: BrokenPageProps) {
  return (
    <>
      <CatchBoundary getResetKey={() => 'navigation'} errorComponent={() => null}>
        <TopNavigation />
      </CatchBoundary>
      <BrokenPage error={error} />
    </>
  );
}
