import { Button } from './button.js';
import { UI_TEXTS } from './ui.texts.js';

interface FailureProps {
  text: string;
  /** For narrow places. */
  small?: boolean;
  onRetry: () => void;
}

export function Failure({ text, small = false, onRetry }: FailureProps) {
  return (
    <div className="row" role="alert">
      <p className={small ? 'small muted' : 'muted'}>{text}</p>
      <Button small onClick={onRetry}>
        {UI_TEXTS.tryAgain}
      </Button>
    </div>
  );
}
