import type { CurrentUser } from '@oniverse/contracts';
import { CatchBoundary, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.js';
import { ShellIcon } from '../ui/shell-icon.js';
import { MentionDot } from './mention-dot.js';
import { NAV_TEXTS, navLinks } from './navigation.texts.js';

const SheetMenu = lazyPart(async () => ({ default: (await import('./user-menu.js')).SheetMenu }));

/** Replaces the member's part if its code fails to load. */
const ProfileLink = () => (
  <Link to="/profile" className="sheet__item">
    {NAV_TEXTS.profile}
  </Link>
);

export function MobileSheet({ user, close }: { user: CurrentUser | null; close: () => void }) {
  return (
    <nav className="sheet hide-wide" id="nav-sheet" aria-label={NAV_TEXTS.menu}>
      {navLinks(user !== null).map(({ to, title }) => (
        <Link key={to} to={to} onClick={close}>
          {title}
          {to === '/dimensions' && <MentionDot />}
        </Link>
      ))}
      {user ? (
        <CatchBoundary getResetKey={() => 'menu'} errorComponent={ProfileLink}>
          <Suspense fallback={null}>
            <SheetMenu user={user} close={close} />
          </Suspense>
        </CatchBoundary>
      ) : (
        <Link to="/auth" className="sheet__item" onClick={close}>
          <ShellIcon name="user" />
          {NAV_TEXTS.myOni}
        </Link>
      )}
    </nav>
  );
}
