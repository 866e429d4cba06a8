import './chip.css';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icons.js';

/** A word in a round frame: says something, does nothing. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className="chip chip--still">{children}</span>;
}

interface ToggleChipProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-pressed'> {
  pressed: boolean;
}

/** A chip that is pressed or not: one of several filters. */
export function ToggleChip({ pressed, ...rest }: ToggleChipProps) {
  return <button type="button" className="chip" aria-pressed={pressed} {...rest} />;
}

interface RemovableChipProps {
  children: ReactNode;
  /** What removing does, as a name: `Remove #moon`. */
  removeName: string;
  disabled?: boolean;
  onRemove: () => void;
}

/** A chip with a button that takes it away. */
export function RemovableChip({ children, removeName, disabled = false, onRemove }: RemovableChipProps) {
  return (
    <span className="chip chip--still chip--x">
      {children}
      <button type="button" aria-label={removeName} disabled={disabled} onClick={onRemove}>
        <Icon name="close" small />
      </button>
    </span>
  );
}

interface ChipsProps {
  /** What the chips choose, where they choose something. */
  label?: string;
  /** On narrow screens: one line that scrolls sideways, instead of several lines. */
  oneLine?: boolean;
  children: ReactNode;
}

/** A row of chips. */
export function Chips({ label, oneLine = false, children }: ChipsProps) {
  return (
    <div
      className={oneLine ? 'chips chips--line' : 'chips'}
      {...(label !== undefined && { role: 'group', 'aria-label': label })}
    >
      {children}
    </div>
  );
}

/** Parts the chips before it from those after it. */
export const ChipRule = () => <span className="chips__s" aria-hidden="true" />;
