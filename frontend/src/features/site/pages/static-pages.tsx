import '../../../ui/page-head.css';
import './pages.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../../ui/page-title.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { INSTRUCTIONS, STAR_FUEL, STATIC_TEXTS, type StaticPageTexts } from './static-pages.texts.js';
import { buttonClass } from '../../../ui/button.js';

/** Titled paragraphs below one another. */
export function TextSections({ sections }: Pick<StaticPageTexts, 'sections'>) {
  return (
    <div className="static-page">
      {sections.map(({ title, text }) => (
        <section key={title}>
          <h2 className="h3">{title}</h2>
          <div className="stack muted">
            {text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function StaticPage({ title, lead, sections, children }: StaticPageTexts & { children?: ReactNode }) {
  usePageTitle(title);
  return (
    <PageFrame>
      <div className="page-head">
        <div>
          <h1 className="h1">{title}</h1>
          <p className="lead static-page__lead">{lead}</p>
        </div>
      </div>
      <div className="rule" />
      <TextSections sections={sections} />
      {children && <div className="row static-page__foot">{children}</div>}
    </PageFrame>
  );
}

export function InstructionsPage() {
  return (
    <StaticPage {...INSTRUCTIONS}>
      <Link to="/purpose" className="link">
        {STATIC_TEXTS.purposeLink}
      </Link>
      <Link to="/status" className="link">
        {STATIC_TEXTS.statusLink}
      </Link>
    </StaticPage>
  );
}

export function FundPage() {
  return (
    <StaticPage {...STAR_FUEL}>
      <Link to="/" className={buttonClass({ look: 'primary' })}>
        {STATIC_TEXTS.waitlist}
      </Link>
    </StaticPage>
  );
}
