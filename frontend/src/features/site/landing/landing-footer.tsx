import { VERSION_LABEL } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Wordmark } from '../../../ui/wordmark.js';
import { FOOTER_TEXTS } from './landing-rest.texts.js';

/** The footer did not exist yet when the browser looked for the anchor. */
function useScrollToAnchor() {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);
}

export function LandingFooter() {
  useScrollToAnchor();
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="rule" />
        <div className="foot__row small">
          <Wordmark height={18} />
          <nav className="row muted" aria-label={FOOTER_TEXTS.links}>
            {FOOTER_TEXTS.sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          <span className="faint">{VERSION_LABEL}</span>
          <span className="faint">{ONIVERSE_VERSION}</span>
          <Link className="faint link" to="/clean-auth">
            {FOOTER_TEXTS.devAccess}
          </Link>
        </div>
        <div className="foot__sections">
          {FOOTER_TEXTS.sections.map(({ id, title, text }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 className="h4" id={`${id}-title`}>
                {title}
              </h2>
              {text.map((paragraph) => (
                <p key={paragraph} className="small muted">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </footer>
  );
}
