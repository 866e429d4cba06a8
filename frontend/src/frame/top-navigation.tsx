import './navigation.css';
import { CatchBoundary, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMentionCount } from '../ui/page-title.js';
import { useSession } from '../session/session.js';
import { Button, buttonClass } from '../ui/button.js';
import { ShellIcon } from '../ui/shell-icon.js';
import { lazyPart } from '../ui/lazy-part.js';
import { useNavSlot } from '../ui/nav-slot.js';
import { Wordmark } from '../ui/wordmark.js';
import { openFinder } from './finder-open.js';
import { MobileSheet } from './mobile-sheet.js';
import { MentionDot } from './mention-dot.js';
import { NAV_TEXTS, navLinks } from './navigation.texts.js';
import { menuName, useSheet, useThemeToggle } from './use-navigation.js';

const UserMenu = lazyPart(() => import('./user-menu.js'));

function ThemeToggle() {
  const { choice, next, toggle } = useThemeToggle();
  const name = NAV_TEXTS.theme(choice, next);
  return (
    <Button look="quiet" className="btn--icon nav__theme" aria-label={name} title={name} onClick={toggle}>
      <ShellIcon name={choice} />
    </Button>
  );
}

/** Replaces the user menu if its code fails to load: a link to the member's profile. */
function ProfileLink() {
  const { user } = useSession();
  return (
    <div className="nav__user">
      {user && (
        <Link to="/profile" className={buttonClass({ small: true })}>
          {menuName(user)}
        </Link>
      )}
    </div>
  );
}

const UserMenuPlaceholder = ({ name }: { name: string }) => (
  <div className="nav__user">
    <span className="nav__btn">
      <ShellIcon name="star" small />
      <bdi className="nav__name">{name}</bdi>
      <ShellIcon name="down" small />
    </span>
  </div>
);

export function TopNavigation() {
  const session = useSession();
  const isMember = session.status === 'member';
  const { count: mentions, isDirectUnread } = useMentionCount();
  const { Ring, Banner } = useNavSlot();
  const { open, bar, opener, toggle, close } = useSheet();
  return (
    <header className={open ? 'nav is-open' : 'nav'} ref={bar}>
      <a className="nav__skip" href="#content">
        {NAV_TEXTS.skip}
      </a>
      <div className="nav__inner">
        <Link to={isMember ? '/homepage' : '/'} className="nav__brand" aria-label={NAV_TEXTS.home}>
          <Wordmark height={17} />
        </Link>
        <nav className="nav__links" aria-label={NAV_TEXTS.main}>
          {navLinks(isMember).map(({ to, title }) => (
            <Link key={to} to={to}>
              {title}
              {to === '/dimensions' && <MentionDot />}
            </Link>
          ))}
        </nav>
        {isMember && (
          <Button
            look="quiet"
            className="btn--icon nav__search"
            aria-label={NAV_TEXTS.search}
            aria-keyshortcuts="Control+K Meta+K"
            title={NAV_TEXTS.search}
            onClick={openFinder}
          >
            <ShellIcon name="search" />
          </Button>
        )}
        <ThemeToggle />
        {Ring && <Ring />}
        {session.user ? (
          <CatchBoundary getResetKey={() => 'menu'} errorComponent={ProfileLink}>
            <Suspense fallback={<UserMenuPlaceholder name={menuName(session.user)} />}>
              <UserMenu user={session.user} />
            </Suspense>
          </CatchBoundary>
        ) : (
          <div className={session.status === 'loading' ? 'nav__user is-asked' : 'nav__user'}>
            <Link to="/auth" className={buttonClass({ small: true })}>
              {NAV_TEXTS.myOni}
            </Link>
          </div>
        )}
        <Button
          ref={opener}
          look="quiet"
          className="btn--icon nav__burger"
          data-name={NAV_TEXTS.menu}
          aria-label={open ? NAV_TEXTS.closeMenu : NAV_TEXTS.openMenu(mentions, isDirectUnread)}
          aria-expanded={open}
          aria-controls="nav-sheet"
          onClick={toggle}
        >
          <ShellIcon name={open ? 'close' : 'menu'} />
          {!open && (mentions > 0 || isDirectUnread) && <span className="nav__dot" />}
        </Button>
      </div>
      {Banner && <Banner />}
      {open && <MobileSheet user={session.user} close={close} />}
    </header>
  );
}
