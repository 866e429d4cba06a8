import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/icons.js';
import { MEMBER_LINKS, NAV_LINKS, NAV_TEXTS } from './navigation.texts.js';
import { menuName, useLogout } from './use-navigation.js';

/** The menu of narrow screens: the same items, one under the other; choosing one closes it. */
export function MobileSheet({ user, close }: { user: CurrentUser | null; close: () => void }) {
  const endSession = useLogout();
  return (
    <nav className="sheet hide-d" id="nav-sheet" aria-label={NAV_TEXTS.menu}>
      {NAV_LINKS.map(({ to, title }) => (
        <Link key={to} to={to} onClick={close}>
          {title}
        </Link>
      ))}
      {user ? (
        <>
          <div className="sheet__u">
            <Icon name="star" small />
            {menuName(user)}
          </div>
          {MEMBER_LINKS.map(({ to, title, icon }) => (
            <Link key={to} to={to} className="sheet__m" onClick={close}>
              <Icon name={icon} />
              {title}
            </Link>
          ))}
          <button
            type="button"
            className="sheet__m"
            onClick={() => {
              close();
              void endSession();
            }}
          >
            <Icon name="logout" />
            {NAV_TEXTS.logout}
          </button>
        </>
      ) : (
        <Link to="/auth" className="sheet__m sheet__in" onClick={close}>
          <Icon name="user" />
          {NAV_TEXTS.myOni}
        </Link>
      )}
    </nav>
  );
}
