import './radio-list.css';
import { useId } from 'react';

export interface RadioChoice<T extends string> {
  value: T;
  title: string;
  hint?: string;
}

interface RadioListProps<T extends string> {
  label: string;
  choices: readonly RadioChoice<T>[];
  /** Undefined while nothing is chosen. */
  value: T | undefined;
  error?: string | undefined;
  onChange: (value: T) => void;
}

/** One of many choices below each other. The arrow keys select. */
export function RadioList<T extends string>({ label, choices, value, error, onChange }: RadioListProps<T>) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset className="radios" {...(error !== undefined && { 'aria-describedby': errorId })}>
      <legend className="radios__legend">{label}</legend>
      <div className="radios__choices">
        {choices.map((choice) => (
          <label key={choice.value} className="radios__item">
            <input
              type="radio"
              name={name}
              required
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              {choice.title}
              {choice.hint !== undefined && <span className="small muted radios__hint">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="error" role="alert" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
