import './pop.css';
import './select.css';
import { Select as Radix } from 'radix-ui';
import { useOverlayContainer } from '../theme/active-theme.js';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.js';
import { Icon } from './icons.js';

/** `value` must not be empty. */
export interface SelectOption<T extends string> {
  value: T;
  title: string;
  disabled?: boolean;
}

interface SelectProps<T extends string> extends FieldTexts {
  options: readonly SelectOption<T>[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
  /** Hides the label visually, for filter bars where the choice is clear without it. */
  bare?: boolean;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, note, hint, error, options, value, onChange, disabled = false, bare = false } = props;
  const texts = { label, ...(note && { note }), ...(hint && { hint }), error };
  const layer = useOverlayContainer();
  const { ids, control } = useFieldIds(texts);
  const list = (
    <Radix.Root
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Radix.Trigger
        {...control}
        className={error ? 'input select is-bad' : 'input select'}
        {...(bare && { 'aria-label': label })}
      >
        <Radix.Value />
        <Radix.Icon asChild>
          <span>
            <Icon name="down" small />
          </span>
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          className="pop pop--list"
          aria-label={label}
          position="popper"
          sideOffset={8}
          collisionPadding={12}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="pop__item"
              >
                <Radix.ItemText>{option.title}</Radix.ItemText>
                <Radix.ItemIndicator className="pop__check">
                  <Icon name="check" small />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
  if (bare) return list;
  return (
    <FieldFrame ids={ids} {...texts}>
      {list}
    </FieldFrame>
  );
}
