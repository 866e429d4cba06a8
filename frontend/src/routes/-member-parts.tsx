import { useQueryClient } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useRecordPlaces } from '../features/site/search/recent-places.js';
import { useFollowScheduled } from '../features/talk/scheduled/scheduled.queries.js';
import { closeFinder, useFinderOpen } from '../frame/finder-open.js';
import { useSignOut } from '../frame/sign-out.js';
import { LIVE_TEXTS } from '../live/live.texts.js';
import { OfflineNotice } from '../live/offline-notice.js';
import { showFailedChanges } from '../ui/show-failure.js';
import { prefetchToasts } from '../ui/prefetch-toasts.js';
import { lazyPart } from '../ui/lazy-part.js';

const AccountWatch = lazyPart(() => import('../features/account/security/account-watch.js'));
const DirectWatch = lazyPart(() => import('../features/talk/direct/direct-watch.js'));
const Finder = lazyPart(() => import('../features/site/search/finder.js'));
const MentionWatch = lazyPart(() => import('../features/talk/dimensions/mention-watch.js'));
const NotificationEvents = lazyPart(() => import('../features/talk/notifications/notification-events.js'));
const ReportWatch = lazyPart(() => import('../features/safety/reports/report-watch.js'));
const SafetyWatch = lazyPart(() => import('../features/safety/safety/safety-watch.js'));
const SignOutDialog = lazyPart(() => import('../frame/sign-out-dialog.js'));

interface OptionalProps {
  name: string;
  onFailed?: () => void;
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part that the page can do without, if its code fails to load. */
function Optional({ name, onFailed, fallback = null, children }: OptionalProps) {
  return (
    <CatchBoundary
      getResetKey={() => name}
      errorComponent={() => null}
      {...(onFailed && { onCatch: onFailed })}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

/** Says why the finder does not open while its code cannot be loaded. A toast may not be loaded either. */
const FinderPlaceholder = () =>
  navigator.onLine ? null : (
    <p role="alert" className="away away--search">
      {LIVE_TEXTS.noSearch}
    </p>
  );

/** The parts that every page has for members. They load after the page. */
export default function MemberParts() {
  useRecordPlaces();
  useFollowScheduled();
  const client = useQueryClient();
  useEffect(() => void prefetchToasts(), []);
  useEffect(() => showFailedChanges(client), [client]);
  const isFinderOpen = useFinderOpen((state) => state.isOpen);
  const isAsked = useSignOut(({ unsent }) => unsent > 0);
  return (
    <>
      <Optional name="account">
        <AccountWatch />
      </Optional>
      <Optional name="mentions">
        <MentionWatch />
      </Optional>
      <Optional name="direct">
        <DirectWatch />
      </Optional>
      <Optional name="night log">
        <NotificationEvents />
      </Optional>
      <OfflineNotice />
      <Optional name="reports">
        <ReportWatch />
      </Optional>
      <Optional name="safety">
        <SafetyWatch />
      </Optional>
      {isAsked && (
        <Optional name="sign-out">
          <SignOutDialog />
        </Optional>
      )}
      {isFinderOpen && (
        <Optional name="finder" onFailed={closeFinder} fallback={<FinderPlaceholder />}>
          <Finder onClose={closeFinder} />
        </Optional>
      )}
    </>
  );
}
