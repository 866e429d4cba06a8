import './load-more.css';
import { grouped } from '@oniverse/contracts';
import { Button } from './button.js';

interface LoadMoreProps {
  shown: number;
  total: number;
  /** The plural noun: `pictures`. */
  noun: string;
  pending: boolean;
  error?: string | undefined;
  onMore: () => void;
}

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
