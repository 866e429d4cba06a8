import type { ComponentProps, MouseEvent } from 'react';
import { PendingMark } from './marks.js';

export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'danger-fill' | 'quiet';

interface ButtonStyle {
  look?: ButtonLook;
  small?: boolean;
  block?: boolean;
}

/** For links that look like a button. */
export function buttonClass({ look = 'secondary', small = false, block = false }: ButtonStyle = {}): string {
  const names = ['btn'];
  if (look !== 'secondary') names.push(`btn--${look}`);
  if (small) names.push('btn--small');
  if (block) names.push('btn--block');
  return names.join(' ');
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'className'> & {
    className?: string;
    /** Replaces the label while the action runs: `linking...`. The button keeps the focus. */
    pending?: string | false | undefined;
  };

const doNothing = (event: MouseEvent) => event.preventDefault();

/** Use at most one `primary` per view. */
export function Button({
  look,
  small,
  block,
  className,
  type = 'button',
  pending,
  children,
  ...rest
}: ButtonProps) {
  const style = buttonClass({ ...(look && { look }), ...(small && { small }), ...(block && { block }) });
  const classes = [style, pending ? 'is-off' : '', className ?? ''].filter(Boolean).join(' ');
  if (!pending) {
    return (
      <button type={type} className={classes} {...rest}>
        {children}
      </button>
    );
  }
  return (
    <button type={type} className={classes} {...rest} aria-disabled="true" onClick={doNothing}>
      <PendingMark />
      {pending}
    </button>
  );
}
