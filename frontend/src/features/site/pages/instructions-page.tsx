import { Link } from '@tanstack/react-router';
import { INSTRUCTIONS, STATIC_TEXTS } from './static-pages.texts.js';
import { StaticPage } from './static-page.js';

export function InstructionsPage() {
  return (
    <StaticPage {...INSTRUCTIONS}>
      <Link to="/purpose" className="link">
        {STATIC_TEXTS.purposeLink}
      </Link>
    </StaticPage>
  );
}
