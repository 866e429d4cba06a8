import './segmented.css';
import { RadioGroup as Radix } from 'radix-ui';
import { chooseByArrow } from './choose-by-arrow.js';
import { Icon, type IconName } from './icons.js';

/** One of the joined boxes. */
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

/** One of two to four that are all in sight; the arrow keys move the choice. */
export function Segmented<T extends string>({
  label,
  segments,
  value,
  onChange,
  disabled = false,
}: SegmentedProps<T>) {
  return (
    <Radix.Root
      className="seg seg--in"
      aria-label={label}
      orientation="horizontal"
      disabled={disabled}
      value={value}
      onKeyDownCapture={chooseByArrow}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      {segments.map((segment) => (
        <Radix.Item key={segment.value} value={segment.value} className="seg__i">
          {segment.icon && <Icon name={segment.icon} small />}
          {segment.title}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
