import { useEffect } from 'react';
import { useSession } from '../../session/session.js';
import { ArchitectureMap } from './architecture-map.js';
import { FeatureCards } from './feature-cards.js';
import { LandingFooter } from './landing-footer.js';
import { LANDING_TEXTS, STACK } from './landing.texts.js';
import { LandingGate } from './landing-gate.js';

/** An address such as `/#privacy` names a part that was not there yet when the browser looked for it. */
function useLateAnchor() {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);
}

/** What is below the first screen: the cards, the way in, the system, the foot. Fetched after the first paint. */
export default function LandingRest() {
  useLateAnchor();
  const { user } = useSession();
  const { title, text } = LANDING_TEXTS.architecture;
  return (
    <>
      <FeatureCards />
      <section className="wrap gate">
        <LandingGate user={user} />
        <div className="gate__b">
          <h2 className="h2">{title}</h2>
          <p className="t2 gate__t">{text}</p>
          <section className="archw" aria-label={title} tabIndex={0}>
            <ArchitectureMap />
          </section>
          <dl className="stack-list small">
            {STACK.map(({ part, made }) => (
              <div key={part}>
                <dt>{part}</dt>
                <dd>{made}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <LandingFooter />
    </>
  );
}
