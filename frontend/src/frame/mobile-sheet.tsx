import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { logout } from '../session/session.js';
import { ShellIcon } from '../ui/shell-icon.js';
import { MentionDot } from './mention-dot.js';
import { MEMBER_LINKS, NAV_TEXTS, navLinks } from './navigation.texts.js';
import { menuName } from './use-navigation.js';

export function MobileSheet({ user, close }: { user: CurrentUser | null; close: () => void }) {
  return (
    <nav className="sheet hide-d" id="nav-sheet" aria-label={NAV_TEXTS.menu}>
      {navLinks(user !== null).map(({ to, title }) => (
        <Link key={to} to={to} onClick={close}>
          {title}
          {to === '/dimensions' && <MentionDot />}
        </Link>
      ))}
      {user ? (
        <>
          <div className="sheet__u">
            <ShellIcon name="star" small />
            <bdi>{menuName(user)}</bdi>
          </div>
          {MEMBER_LINKS.map(({ to, title, icon }) => (
            <Link key={to} to={to} className="sheet__m" onClick={close}>
              <ShellIcon name={icon} />
              {title}
            </Link>
          ))}
          <button type="button" className="sheet__m" onClick={logout}>
            <ShellIcon name="logout" />
            {NAV_TEXTS.logout}
          </button>
        </>
      ) : (
        <Link to="/auth" className="sheet__m" onClick={close}>
          <ShellIcon name="user" />
          {NAV_TEXTS.myOni}
        </Link>
      )}
    </nav>
  );
}
