import './chip.css';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icons.js';

export function Chip({ children }: { children: ReactNode }) {
  return <span className="chip chip--still">{children}</span>;
}

interface ToggleChipProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-pressed'> {
  pressed: boolean;
}

export function ToggleChip({ pressed, ...rest }: ToggleChipProps) {
  return <button type="button" className="chip" aria-pressed={pressed} {...rest} />;
}

interface RemovableChipProps {
  children: ReactNode;
  removeName: string;
  disabled?: boolean;
  onRemove: () => void;
}

export function RemovableChip({ children, removeName, disabled = false, onRemove }: RemovableChipProps) {
  return (
    <span className="chip chip--still chip--removable">
      {children}
      <button type="button" aria-label={removeName} disabled={disabled} onClick={onRemove}>
        <Icon name="close" small />
      </button>
    </span>
  );
}

interface ChipsProps {
  /** Names the group when the chips form a choice. */
  label?: string;
  /** On narrow screens, keeps one line that scrolls sideways instead of wrapping. */
  oneLine?: boolean;
  children: ReactNode;
}

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
