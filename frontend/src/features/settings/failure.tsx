import { Button } from '../../ui/button.js';
import { SETTINGS_TEXTS } from './settings.texts.js';

/** A part that could not be fetched, and the way to try again. */
export function Failure({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <div className="row" role="alert">
      <p className="t2">{text}</p>
      <Button small onClick={onAgain}>
        {SETTINGS_TEXTS.tryAgain}
      </Button>
    </div>
  );
}
