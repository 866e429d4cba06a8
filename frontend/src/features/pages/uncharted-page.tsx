import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.js';
import { usePageTitle } from '../../ui/page-title.js';
import { GapPage } from './gap-page.js';
import { UNCHARTED_TEXTS } from './pages.texts.js';

/** A place of the product that is still being made. */
export function UnchartedPage({ place }: { place: string }) {
  const { text, mark, dimensions } = UNCHARTED_TEXTS;
  usePageTitle(place);
  return (
    <GapPage title={place} text={text} mark={mark}>
      <Link to="/dimensions" className={buttonClass({ look: 'primary' })}>
        {dimensions}
      </Link>
    </GapPage>
  );
}
