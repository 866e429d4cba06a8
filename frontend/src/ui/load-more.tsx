import './load-more.css';
import { grouped } from '@oniverse/contracts';
import { Button } from './button.js';

interface LoadMoreProps {
  /** How many are shown. */
  shown: number;
  /** How many there are. */
  total: number;
  /** What they are: `pictures`. */
  noun: string;
  pending: boolean;
  /** Why the last try did not work. */
  error?: string | undefined;
  onMore: () => void;
}

/** The end of a list that goes on: how much of it is shown, and a button for the next part. */
export function LoadMore({ shown, total, noun, pending, error, onMore }: LoadMoreProps) {
  return (
    <div className="more">
      {error && (
        <p className="small dg" role="alert">
          {error}
        </p>
      )}
      <output className="mic">
        {grouped(shown)} of {grouped(total)} {noun}
      </output>
      {shown < total && (
        <Button pending={pending && 'loading...'} onClick={onMore}>
          {error ? 'Try again' : 'More'}
        </Button>
      )}
    </div>
  );
}
