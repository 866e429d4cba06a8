import './progress.css';
import { Progress as Radix } from 'radix-ui';

interface ProgressProps {
  /** The running task: `Uploading dune.jpg`. */
  label: string;
  /** From 0 to 1; `null` if unknown. */
  done: number | null;
  error?: string | undefined;
}

const percent = (part: number) => Math.round(Math.min(Math.max(part, 0), 1) * 100);

export function Progress({ label, done, error }: ProgressProps) {
  const value = done === null ? null : percent(done);
  return (
    <div className={error ? 'progress is-bad' : 'progress'}>
      <div className="progress__head">
        <span>{label}</span>
        {value !== null && <span className="faint">{value} %</span>}
      </div>
      <Radix.Root className="progress__track" value={value} max={100} aria-label={label}>
        <Radix.Indicator
          className="progress__bar"
          style={value === null ? undefined : { width: `${value}%` }}
        />
      </Radix.Root>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
