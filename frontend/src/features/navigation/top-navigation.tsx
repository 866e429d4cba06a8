import './navigation.css';
import { CatchBoundary, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../../session/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Icon } from '../../ui/icons.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { Wordmark } from '../../ui/wordmark.js';
import { MobileSheet } from './mobile-sheet.js';
import { NAV_LINKS, NAV_TEXTS } from './navigation.texts.js';
import { menuName, useSheet, useThemeToggle } from './use-navigation.js';

const UserMenu = lazyPart(() => import('./user-menu.js'));

function ThemeToggle() {
  const { choice, next, toggle } = useThemeToggle();
  const name = NAV_TEXTS.theme(choice, next);
  return (
    <Button look="quiet" className="btn--icon nav__theme" aria-label={name} title={name} onClick={toggle}>
      <Icon name={choice} />
    </Button>
  );
}

/** Where the menu could not be fetched: a member's name still leads to the own page. */
function OwnLink() {
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

/** The member's name where the menu will open, until that is fetched. */
const MenuToCome = ({ name }: { name: string }) => (
  <div className="nav__user">
    <span className="nav__btn">
      <Icon name="star" small />
      <span className="nav__name">{name}</span>
      <Icon name="down" small />
    </span>
  </div>
);

/** The fixed bar: the brand, the links, the theme and the way in or the member's menu. */
export function TopNavigation() {
  const session = useSession();
  const { open, bar, opener, toggle, close } = useSheet();
  return (
    <header className={open ? 'nav is-open' : 'nav'} ref={bar}>
      <a className="nav__skip" href="#content">
        {NAV_TEXTS.skip}
      </a>
      <div className="nav__in">
        <Link to="/" className="nav__brand" aria-label={NAV_TEXTS.home}>
          <Wordmark height={17} />
        </Link>
        <nav className="nav__links" aria-label={NAV_TEXTS.main}>
          {NAV_LINKS.map(({ to, title }) => (
            <Link key={to} to={to}>
              {title}
            </Link>
          ))}
        </nav>
        <ThemeToggle />
        {session.user ? (
          <CatchBoundary getResetKey={() => 'menu'} errorComponent={OwnLink}>
            <Suspense fallback={<MenuToCome name={menuName(session.user)} />}>
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
          aria-label={open ? NAV_TEXTS.closeMenu : NAV_TEXTS.openMenu}
          aria-expanded={open}
          aria-controls="nav-sheet"
          onClick={toggle}
        >
          <Icon name={open ? 'close' : 'menu'} />
        </Button>
      </div>
      {open && <MobileSheet user={session.user} close={close} />}
    </header>
  );
}
