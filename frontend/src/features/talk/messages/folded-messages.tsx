import '../../../ui/action.css';
import { SAFETY_TEXTS } from '../../safety/safety/index.js';

const { folded: TEXTS } = SAFETY_TEXTS;

/** One line in place of messages by members that the reader hides. */
export function FoldedMessages({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="message message--folded">
      <p className="message__content faint">
        {TEXTS.count(count)}
        <button type="button" className="act" onClick={onShow}>
          {TEXTS.show}
        </button>
      </p>
    </div>
  );
}
