import { CatchBoundary } from '@tanstack/react-router';
import { pageLoad } from '../../session/page-load.js';
import { Button, buttonClass } from '../../ui/button.js';
import { usePageTitle } from '../../ui/page-title.js';
import { TopNavigation } from '../navigation/top-navigation.js';
import { GapContent } from './gap-page.js';
import { BROKEN_TEXTS, MISSING_TEXTS } from './pages.texts.js';
import { useLoadOnceOnline } from './stay-offline.js';

/** How Chromium, Firefox, Safari and the bundler's own loader say that a part of the client could not be fetched. */
const NOT_FETCHED = /dynamically imported module|Importing a module script|Unable to preload/u;

interface BrokenPageProps {
  error: unknown;
}

/**
 * What is shown in place of everything, where the client itself broke. It needs neither the router nor an answer of
 * the server, since either may be what broke: both ways on are loads of the page.
 */
export function BrokenPage({ error }: BrokenPageProps) {
  const isOffline = useLoadOnceOnline();
  const isMissing = isOffline || (error instanceof Error && NOT_FETCHED.test(error.message));
  const { title, text, mark, again, home } = isMissing ? MISSING_TEXTS : BROKEN_TEXTS;
  usePageTitle(title);
  return (
    <div role="alert">
      <GapContent title={title} text={text} mark={mark}>
        <Button look="primary" onClick={() => pageLoad.again()}>
          {again}
        </Button>
        <a href="/" className={buttonClass()}>
          {home}
        </a>
      </GapContent>
    </div>
  );
}

/** What is shown in place of a page that threw, or whose part did not arrive: the navigation leads on from it. */
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
