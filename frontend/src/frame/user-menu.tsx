import type { CurrentUser } from '@oniverse/contracts';
import { NavigationMenu } from 'radix-ui';
import { signOut } from './sign-out.js';
import { Icon } from '../ui/icons.js';
import { DirectDot, memberLinks } from './member-links.js';
import { NAV_TEXTS } from './navigation.texts.js';
import { menuName } from './use-navigation.js';
import { useMenuOpening } from './use-menu-opening.js';

const MENU = 'member';
const OPEN_DELAY_MS = 200;
const SKIP_DELAY_MS = 300;

/** The member's part of the menu of narrow screens. It stands here because this module has loaded by then. */
export function SheetMenu({ user, close }: { user: CurrentUser; close: () => void }) {
  return (
    <>
      <div className="sheet__user">
        <Icon name="star" small />
        <bdi>{menuName(user)}</bdi>
      </div>
      {memberLinks(user, { className: 'sheet__item', onClick: close })}
      <button type="button" className="sheet__item" onClick={signOut}>
        <Icon name="logout" />
        {NAV_TEXTS.logout}
      </button>
    </>
  );
}

/** The user menu. Opens on click, by keyboard or on hover, and closes 150 ms after the pointer leaves. */
export default function UserMenu({ user }: { user: CurrentUser }) {
  const menu = useMenuOpening();
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
            <bdi className="nav__name" title={menuName(user)}>
              {menuName(user)}
            </bdi>
            <DirectDot />
            <Icon name="down" small />
          </NavigationMenu.Trigger>
          <NavigationMenu.Content className="menu">
            {memberLinks(user).map((link) => (
              <NavigationMenu.Link key={link.key} asChild>
                {link}
              </NavigationMenu.Link>
            ))}
            <hr />
            <NavigationMenu.Link asChild onSelect={signOut}>
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
