import './pages.css';
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../../ui/page-title.js';
import { MANIFESTO } from '../landing/index.js';
import { MANIFESTO_PARTS } from './manifesto-parts.texts.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { TextSections } from './static-pages.js';
import { STATIC_TEXTS } from './static-pages.texts.js';

export function PurposePage() {
  usePageTitle(STATIC_TEXTS.purpose);
  return (
    <PageFrame>
      <p className="tiny">{STATIC_TEXTS.purpose}</p>
      <h1 className="h2 manifesto__quote static-page__quote">
        {MANIFESTO.statement} <span className="faint">{MANIFESTO.continuation}</span>
      </h1>
      <p className="lead static-page__lead">{MANIFESTO.opening}</p>
      <div className="rule static-page__rule" />
      <TextSections sections={MANIFESTO_PARTS} />
      <div className="row static-page__foot">
        <Link to="/instructions" className="link">
          {STATIC_TEXTS.instructionsLink}
        </Link>
      </div>
    </PageFrame>
  );
}
