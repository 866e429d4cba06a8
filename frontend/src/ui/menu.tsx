import './pop.css';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useOverlayContainer } from '../theme/active-theme.js';
import { Icon, type IconName } from './icons.js';

interface MenuProps {
  /** Usually an `IconButton` with the menu's name. */
  button: ReactElement;
  /** Prevent the event's default to focus something else than the button. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

export function Menu({ button, onCloseAutoFocus, children }: MenuProps) {
  const layer = useOverlayContainer();
  return (
    // Modal menus hide the page behind them, including its focusable elements.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{button}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          className="pop"
          align="end"
          sideOffset={8}
          collisionPadding={12}
          loop
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: IconName | ReactElement;
  /** Comes last, after a `MenuSeparator`. */
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={danger ? 'pop__item danger' : 'pop__item'} disabled={disabled} onSelect={onSelect}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      {children}
    </Radix.Item>
  );
}

export const MenuSeparator = () => <Radix.Separator className="pop__divider" />;
