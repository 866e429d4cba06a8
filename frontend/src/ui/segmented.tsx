import './segmented.css';
import { RadioGroup as Radix } from 'radix-ui';
import { selectByArrowKey } from './select-by-arrow-key.js';
import { Icon, type IconName } from './icons.js';

export interface Segment<T extends string> {
  value: T;
  title: string;
  icon?: IconName;
}

interface SegmentedProps<T extends string> {
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** Two to four joined boxes. The arrow keys select. */
export function Segmented<T extends string>({
  label,
  segments,
  value,
  onChange,
  disabled = false,
}: SegmentedProps<T>) {
  return (
    <Radix.Root
      className="segmented segmented--inline"
      aria-label={label}
      orientation="horizontal"
      disabled={disabled}
      value={value}
      onKeyDownCapture={selectByArrowKey}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      {segments.map((segment) => (
        <Radix.Item key={segment.value} value={segment.value} className="segmented__item">
          {segment.icon && <Icon name={segment.icon} small />}
          {segment.title}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
