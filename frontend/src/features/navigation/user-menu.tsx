import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { NavigationMenu } from 'radix-ui';
import { Icon } from '../../ui/icons.js';
import { useToastsAtHand } from '../../ui/toaster.js';
import { MEMBER_LINKS, NAV_TEXTS } from './navigation.texts.js';
import { menuName, useLogout } from './use-navigation.js';
import { useMenuOpening } from './use-menu-opening.js';

const MENU = 'member';
const OPEN_DELAY_MS = 200;
const SKIP_DELAY_MS = 300;

/** The member's menu in the bar: opens on a click, with the keyboard, or under a resting pointer; closes after 150 ms. */
export default function UserMenu({ user }: { user: CurrentUser }) {
  const endSession = useLogout();
  const menu = useMenuOpening();
  useToastsAtHand();
  return (
    <NavigationMenu.Root
      className="nav__user"
      aria-label={NAV_TEXTS.menu}
      delayDuration={OPEN_DELAY_MS}
      skipDelayDuration={SKIP_DELAY_MS}
      value={menu.value}
      onValueChange={menu.change}
    >
      <NavigationMenu.List>
        <NavigationMenu.Item value={MENU}>
          <NavigationMenu.Trigger className="nav__btn" onClick={menu.ignoreClickAfterHover}>
            <Icon name="star" small />
            <span className="nav__name">{menuName(user)}</span>
            <Icon name="down" small />
          </NavigationMenu.Trigger>
          <NavigationMenu.Content className="menu">
            {MEMBER_LINKS.map(({ to, title, icon }) => (
              <NavigationMenu.Link key={to} asChild>
                <Link to={to}>
                  <Icon name={icon} />
                  {title}
                </Link>
              </NavigationMenu.Link>
            ))}
            <hr />
            <NavigationMenu.Link asChild onSelect={() => void endSession()}>
              <button type="button">
                <Icon name="logout" />
                {NAV_TEXTS.logout}
              </button>
            </NavigationMenu.Link>
          </NavigationMenu.Content>
        </NavigationMenu.Item>
      </NavigationMenu.List>
    </NavigationMenu.Root>
  );
}
