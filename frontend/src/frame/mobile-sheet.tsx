import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { logout } from '../session/session.js';
import { Icon } from '../ui/icons.js';
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
            <Icon name="star" small />
            <bdi>{menuName(user)}</bdi>
          </div>
          {MEMBER_LINKS.map(({ to, title, icon }) => (
            <Link key={to} to={to} className="sheet__m" onClick={close}>
              <Icon name={icon} />
              {title}
            </Link>
          ))}
          <button type="button" className="sheet__m" onClick={logout}>
            <Icon name="logout" />
            {NAV_TEXTS.logout}
          </button>
        </>
      ) : (
        <Link to="/auth" className="sheet__m" onClick={close}>
          <Icon name="user" />
          {NAV_TEXTS.myOni}
        </Link>
      )}
    </nav>
  );
}
