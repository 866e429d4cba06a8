import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useRecordPlaces } from '../features/search/recent-places.js';
import { closeFinder, useFinderOpen } from '../frame/finder-open.js';
import { LIVE_TEXTS } from '../live/live.texts.js';
import { useReservedKeys } from '../ui/use-reserved-keys.js';
import { lazyPart } from '../ui/lazy-part.js';
import { showToast } from '../ui/toast-store.js';

const AccountWatch = lazyPart(() => import('../features/security/account-watch.js'));
const Finder = lazyPart(() => import('../features/search/finder.js'));
const MentionWatch = lazyPart(() => import('../features/dimensions/mention-watch.js'));
const NightWatch = lazyPart(() => import('../features/notifications/night-watch.js'));
const OfflineNotice = lazyPart(() => import('../live/offline-notice.js'));
const ReportWatch = lazyPart(() => import('../features/reports/report-watch.js'));
const SafetyWatch = lazyPart(() => import('../features/safety/safety-watch.js'));

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

/** While offline, the finder cannot load, so it says so instead of opening much later. */
function FinderPlaceholder() {
  useEffect(() => {
    if (navigator.onLine) return;
    closeFinder();
    showToast(LIVE_TEXTS.noSearch);
  }, []);
  return null;
}

/** The parts that every page has for members. They load after the page. */
export default function MemberParts() {
  useReservedKeys();
  useRecordPlaces();
  const isFinderOpen = useFinderOpen((state) => state.isOpen);
  return (
    <>
      <Optional name="account">
        <AccountWatch />
      </Optional>
      <Optional name="mentions">
        <MentionWatch />
      </Optional>
      <Optional name="night log">
        <NightWatch />
      </Optional>
      <Optional name="offline notice">
        <OfflineNotice />
      </Optional>
      <Optional name="reports">
        <ReportWatch />
      </Optional>
      <Optional name="safety">
        <SafetyWatch />
      </Optional>
      {isFinderOpen && (
        <Optional name="finder" onFailed={closeFinder} fallback={<FinderPlaceholder />}>
          <Finder onClose={closeFinder} />
        </Optional>
      )}
    </>
  );
}
