import './landing.css';
import { PRODUCT_NAME, STAGE } from '@oniverse/contracts';
import { CatchBoundary, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { pageLoad } from '../../session/page-load.js';
import { Button } from '../../ui/button.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { usePageTitle } from '../../ui/page-title.js';
import { Sky } from '../../ui/sky.js';
import { useAfterFirstPaint } from '../../ui/use-after-first-paint.js';
import { Wordmark } from '../../ui/wordmark.js';
import { TopNavigation } from '../navigation/top-navigation.js';
import { MANIFESTO } from '../pages/manifesto.texts.js';
import { LANDING_TEXTS } from './landing.texts.js';
import { LitChart } from '../../ui/lit-chart.js';
import { NodeCounter } from './node-counter.js';
import { WaitlistForm } from './waitlist-form.js';

const rest = () => import('./landing-rest.js');
const LandingRest = lazyPart(rest);
const LandingFooter = lazyPart(async () => {
  const part: Awaited<ReturnType<typeof rest>> | undefined = await rest();
  return part && { default: part.LandingFooter };
});

function Stage() {
  const names = LANDING_TEXTS.stage;
  return (
    <dl className="hero__st small">
      <div>
        <dt>{names.stage}</dt>
        <dd>{STAGE.stage}</dd>
      </div>
      <div>
        <dt>{names.transmissionWindow}</dt>
        <dd>{STAGE.transmissionWindow}</dd>
      </div>
      <div>
        <dt>{names.systemStatus}</dt>
        <dd className="wm">{STAGE.systemStatus}</dd>
      </div>
    </dl>
  );
}

/** Where what is below the first screen could not be fetched: the first screen stays. */
function RestMissing() {
  const { text, again } = LANDING_TEXTS.restMissing;
  return (
    <div className="wrap row" role="alert">
      <p className="t2">{text}</p>
      <Button small onClick={() => pageLoad.again()}>
        {again}
      </Button>
    </div>
  );
}

/** The landing page: for every visitor at `/`, and in place of what a visitor may not see. */
export function LandingPage() {
  usePageTitle(LANDING_TEXTS.title);
  const painted = useAfterFirstPaint();
  return (
    <>
      <TopNavigation />
      <main id="content" tabIndex={-1}>
        <section className="hero">
          <Sky />
          <div className="hero__map" aria-hidden="true">
            <LitChart />
          </div>
          <div className="wrap hero__in">
            <h1 className="hero__brand">
              <Wordmark height={76} />
              <span className="vh">{PRODUCT_NAME.toUpperCase()}</span>
            </h1>
            <p className="display it hero__tag">{LANDING_TEXTS.tagline}</p>
            <NodeCounter />
            <WaitlistForm />
            <Stage />
          </div>
        </section>
        <section className="wrap mani" aria-label="Manifesto">
          <p className="h2 mani__q">
            {MANIFESTO.statement} <span className="t3">{MANIFESTO.continuation}</span>
          </p>
          <div className="mani__t t2">
            <p>{MANIFESTO.opening}</p>
            <p>
              <Link className="link" to="/purpose">
                {LANDING_TEXTS.readPurpose}
              </Link>
            </p>
          </div>
        </section>
        <div className="landing__rest">
          {painted && (
            <CatchBoundary getResetKey={() => 'rest'} errorComponent={RestMissing}>
              <Suspense fallback={null}>
                <LandingRest />
              </Suspense>
            </CatchBoundary>
          )}
        </div>
      </main>
      {painted && (
        <CatchBoundary getResetKey={() => 'foot'} errorComponent={() => null}>
          <Suspense fallback={null}>
            <LandingFooter />
          </Suspense>
        </CatchBoundary>
      )}
    </>
  );
}
