import './pop.css';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useLayer } from '../theme/worn.js';
import { Icon, type IconName } from './icons.js';

interface MenuProps {
  /** The button that opens it: an `IconButton` with the menu's name, as a rule. */
  button: ReactElement;
  children: ReactNode;
}

/** What can be done with a thing: opens under its button, their right edges in line. */
export function Menu({ button, children }: MenuProps) {
  const layer = useLayer();
  return (
    // Not modal: while it is open the page behind it would count as hidden, with the focusable things in it.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{button}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content className="pop" align="end" sideOffset={8} collisionPadding={12} loop>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: IconName | ReactElement;
  /** Destroys something; stands last, after a `MenuLine`. */
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** One thing to do. */
export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={danger ? 'pop__i dg' : 'pop__i'} disabled={disabled} onSelect={onSelect}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      {children}
    </Radix.Item>
  );
}

/** Parts the items before it from those after it. */
export const MenuLine = () => <Radix.Separator className="pop__l" />;
