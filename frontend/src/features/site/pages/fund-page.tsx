import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.js';
import { STAR_FUEL, STATIC_TEXTS } from './static-pages.texts.js';
import { StaticPage } from './static-page.js';

export function FundPage() {
  return (
    <StaticPage {...STAR_FUEL}>
      <Link to="/" className={buttonClass({ look: 'primary' })}>
        {STATIC_TEXTS.waitlist}
      </Link>
    </StaticPage>
  );
}
