import { useSession } from '../../../session/session.js';
import { ArchitectureMap } from './architecture-map.js';
import { FeatureCards } from './feature-cards.js';
import { LandingGate } from './landing-gate.js';
import { REST_TEXTS, STACK } from './landing-rest.texts.js';

export { LandingFooter } from './landing-footer.js';

/** Fetched with the footer after the first paint. */
export default function LandingRest() {
  const { user } = useSession();
  const { title, text } = REST_TEXTS.architecture;
  return (
    <>
      <FeatureCards />
      <section className="wrap gate">
        <LandingGate user={user} />
        <div>
          <h2 className="h2">{title}</h2>
          <p className="muted gate__text">{text}</p>
          <div className="diagram-frame">
            <ArchitectureMap />
          </div>
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
    </>
  );
}
