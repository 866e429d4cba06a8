import type { ComponentProps } from 'react';

export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'quiet';

interface ButtonStyle {
  look?: ButtonLook;
  small?: boolean;
  block?: boolean;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ look = 'secondary', small = false, block = false }: ButtonStyle = {}): string {
  const names = ['btn'];
  if (look !== 'secondary') names.push(`btn--${look}`);
  if (small) names.push('btn--sm');
  if (block) names.push('btn--block');
  return names.join(' ');
}

type ButtonProps = ButtonStyle & Omit<ComponentProps<'button'>, 'className'> & { className?: string };

/** A button; one primary in a view. */
export function Button({ look, small, block, className, type = 'button', ...rest }: ButtonProps) {
  const style = buttonClass({ ...(look && { look }), ...(small && { small }), ...(block && { block }) });
  return <button type={type} className={className ? `${style} ${className}` : style} {...rest} />;
}
