import type { ComponentProps } from 'react';
import { Button } from './button.js';
import { Icon, type IconName } from './icons.js';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'aria-label' | 'pending'> {
  icon: IconName;
  /** The accessible name. */
  name: string;
}

export function IconButton({ icon, name, look = 'quiet', className = '', ...rest }: IconButtonProps) {
  return (
    <Button look={look} className={`btn--icon ${className}`.trimEnd()} aria-label={name} {...rest}>
      <Icon name={icon} />
    </Button>
  );
}
