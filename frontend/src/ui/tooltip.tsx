import './tooltip.css';
import { TOOLTIP } from '@oniverse/contracts';
import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useLayer } from '../theme/worn.js';

/** Stands around the parts of a page that have tooltips: after one was shown, the next shows at once. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={TOOLTIP.delayMs} skipDelayDuration={TOOLTIP.skipDelayMs}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** The control that it explains. A finger sees no tooltip, so the control has a name of its own. */
  children: ReactElement;
}

/** A word about a control, after the pointer rested on it or when the keyboard reaches it. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const layer = useLayer();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content className="tip" side={side} sideOffset={8} collisionPadding={12}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
