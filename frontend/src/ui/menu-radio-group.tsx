import './menu-radio-group.css';
import { DropdownMenu as Radix } from 'radix-ui';
import { Icon } from './icons.js';

interface MenuRadioGroupProps<T extends string> {
  label: string;
  choices: readonly { value: T; title: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of several choices in a `Menu`, which closes with the choice. */
export function MenuRadioGroup<T extends string>({
  label,
  choices,
  value,
  onChange,
}: MenuRadioGroupProps<T>) {
  return (
    <Radix.RadioGroup
      className="pop__group"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next);
        if (chosen && chosen.value !== value) onChange(chosen.value);
      }}
    >
      <span className="tiny pop__title" aria-hidden="true">
        {label}
      </span>
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} value={choice.value} className="pop__item">
          <span className="pop__mark">
            <Radix.ItemIndicator>
              <Icon name="check" small />
            </Radix.ItemIndicator>
          </span>
          {choice.title}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
