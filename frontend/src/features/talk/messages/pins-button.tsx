import './pins.css';
import { Suspense, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { usePins } from './pins.queries.js';
import { PIN_TEXTS as TEXTS } from './pins.texts.js';
import type { Viewer } from './talk-context.js';

const PinsDialog = lazyPart(() => import('./pins-dialog.js'));

/** Shows how many messages of the open channel or thread are pinned, and opens their list. Give it a key for each channel. */
export function PinsButton({ channelId, me }: { channelId: string; me: Viewer }) {
  const [isOpen, setOpen] = useState(false);
  const pins = usePins(channelId);
  const count = pins.data?.length ?? 0;
  return (
    <>
      <Button
        small
        look="quiet"
        className="pins-button"
        aria-label={TEXTS.button(count)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {MENU_ICONS.pin}
        {count > 0 && <span className="num">{count}</span>}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PinsDialog channelId={channelId} pins={pins} me={me} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
