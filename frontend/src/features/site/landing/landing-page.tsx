import './landing.css';
import { PRODUCT_NAME, LAUNCH_STATUS } from '@oniverse/contracts';
import { CatchBoundary, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { pageLoad } from '../../../session/page-end.js';
import { Button } from '../../../ui/button.js';
import { ShellIcon } from '../../../ui/shell-icon.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { StarField } from '../../../ui/star-field.js';
import { useAfterFirstPaint } from '../../../ui/use-after-first-paint.js';
import { Wordmark } from '../../../ui/wordmark.js';
import { TopNavigation } from '../../../frame/top-navigation.js';
import { MANIFESTO } from './manifesto.texts.js';
import { LANDING_TEXTS } from './landing.texts.js';
import { LitChart } from '../../../ui/lit-chart.js';
import { NodeCounter } from './node-counter.js';
import { WaitlistForm } from './waitlist-form.js';

const importRest = () => import('./landing-rest.js');
const LandingRest = lazyPart(importRest);
const LandingFooter = lazyPart(async () => {
  const part: Awaited<ReturnType<typeof importRest>> | undefined = await importRest();
  return part && { default: part.LandingFooter };
});

function LaunchStatus() {
  const names = LANDING_TEXTS.stage;
  return (
    <dl className="hero__stats small">
      <div>
        <dt>{names.stage}</dt>
        <dd>{LAUNCH_STATUS.stage}</dd>
      </div>
      <div>
        <dt>{names.transmissionWindow}</dt>
        <dd>{LAUNCH_STATUS.transmissionWindow}</dd>
      </div>
      <div>
        <dt>{names.systemStatus}</dt>
        <dd className="warm">{LAUNCH_STATUS.systemStatus}</dd>
      </div>
    </dl>
  );
}

/** Shown if the rest of the page could not be fetched. */
function RestFailed() {
  const { text, again } = LANDING_TEXTS.restMissing;
  return (
    <div className="wrap row" role="alert">
      <p className="muted">{text}</p>
      <Button small onClick={() => pageLoad.reload()}>
        {again}
      </Button>
    </div>
  );
}

function SignInReason({ reason }: { reason: string }) {
  return (
    <p className="hero__why small">
      <ShellIcon name="star" small />
      <span>{reason}</span>
      <Link className="link" to="/auth">
        {LANDING_TEXTS.signIn}
      </Link>
    </p>
  );
}

/** @param props.reason why the page replaces another one, which the visitor requested */
export function LandingPage({ reason }: { reason?: string | undefined }) {
  usePageTitle(LANDING_TEXTS.title);
  const painted = useAfterFirstPaint();
  return (
    <>
      <TopNavigation />
      <main id="content" tabIndex={-1}>
        <section className="hero">
          <StarField />
          <div className="hero__map" aria-hidden="true">
            <LitChart />
          </div>
          <div className="wrap hero__inner">
            {reason !== undefined && <SignInReason reason={reason} />}
            <h1 className="hero__brand">
              <Wordmark height={76} />
              <span className="vh">{PRODUCT_NAME.toUpperCase()}</span>
            </h1>
            <p className="display italic hero__tag">{LANDING_TEXTS.tagline}</p>
            <NodeCounter />
            <WaitlistForm />
            <LaunchStatus />
          </div>
        </section>
        <section className="wrap manifesto" aria-label={MANIFESTO.title}>
          <p className="h2 manifesto__quote">
            {MANIFESTO.statement} <span className="faint">{MANIFESTO.continuation}</span>
          </p>
          <div className="manifesto__text muted">
            <p>{MANIFESTO.opening}</p>
            <p>
              <Link className="link" to="/purpose">
                {LANDING_TEXTS.readPurpose}
              </Link>
            </p>
            <p>
              <Link className="link" to="/games/{-$id}">
                {LANDING_TEXTS.watchGames}
              </Link>
            </p>
          </div>
        </section>
        <div className="landing__rest">
          {painted && (
            <CatchBoundary getResetKey={() => 'rest'} errorComponent={RestFailed}>
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
