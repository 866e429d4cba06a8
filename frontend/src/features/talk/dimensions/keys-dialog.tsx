import { Dialog } from '../../../ui/dialog.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { title, list } = DIMENSIONS_TEXTS.keys;
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <dl className="keys">
        {list.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
