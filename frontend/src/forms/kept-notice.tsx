import '../ui/quote.css';
import { Button } from '../ui/button.js';
import { KEPT_TEXTS as TEXTS } from './forms.texts.js';
import type { KeptValues } from './use-kept-values.js';

/** Says that a form shows a kept text, or that another device has saved a newer one, between which the member chooses. */
export function KeptNotice({
  kept: { isKept, newer, takeNewer, keepOwn },
}: {
  kept: Omit<KeptValues, 'forget'>;
}) {
  if (newer.length === 0) return isKept ? <output className="hint">{TEXTS.kept}</output> : null;
  return (
    <div className="stack" role="alert">
      <p className="small">{TEXTS.newer}</p>
      {newer.map((text) => (
        <blockquote key={text} className="muted quote" dir="auto">
          {text}
        </blockquote>
      ))}
      <div className="row">
        <Button small onClick={takeNewer}>
          {TEXTS.take}
        </Button>
        <Button small onClick={keepOwn}>
          {TEXTS.keep}
        </Button>
      </div>
    </div>
  );
}
