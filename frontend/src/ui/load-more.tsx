import './load-more.css';
import { Button } from './button.js';
import { UI_TEXTS } from './ui.texts.js';

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
      <output className="mic">{UI_TEXTS.shown(shown, total, noun)}</output>
      {shown < total && (
        <Button pending={pending && UI_TEXTS.loading} onClick={onMore}>
          {error ? UI_TEXTS.tryAgain : UI_TEXTS.more}
        </Button>
      )}
    </div>
  );
}
