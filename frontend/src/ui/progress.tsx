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
    <div className={error ? 'prog is-bad' : 'prog'}>
      <div className="prog__h">
        <span>{label}</span>
        {value !== null && <span className="faint">{value} %</span>}
      </div>
      <Radix.Root className="prog__t" value={value} max={100} aria-label={label}>
        <Radix.Indicator className="prog__l" style={value === null ? undefined : { width: `${value}%` }} />
      </Radix.Root>
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
