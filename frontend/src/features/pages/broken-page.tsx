import { pageLoad } from '../../session/page-load.js';
import { Button, buttonClass } from '../../ui/button.js';
import { usePageTitle } from '../../ui/page-title.js';
import { GapContent } from './gap-page.js';
import { BROKEN_TEXTS } from './pages.texts.js';

/**
 * What is shown in place of a page that threw, or whose part could not be fetched. It needs neither the router
 * nor an answer of the server, since either may be what broke: both ways on are loads of the page.
 */
export function BrokenPage() {
  const { title, text, mark, again, home } = BROKEN_TEXTS;
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
