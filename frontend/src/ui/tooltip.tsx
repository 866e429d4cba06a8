import './tooltip.css';
import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useOverlayContainer } from '../theme/active-theme.js';

const DELAY_MS = 700;
/** A tooltip appears at once if another one was visible within this time. */
const SKIP_DELAY_MS = 300;

/** Soon after one tooltip was shown, the next appears without delay. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** The explained control. Touch shows no tooltip, so the control needs its own accessible name. */
  children: ReactElement;
}

/** Appears on hover after a delay, and on keyboard focus at once. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const layer = useOverlayContainer();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content className="tooltip" side={side} sideOffset={8} collisionPadding={12}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
