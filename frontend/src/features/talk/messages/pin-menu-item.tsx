import type { MessageView } from '@oniverse/contracts';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { MenuItem } from '../../../ui/menu.js';
import { usePinning } from './pins.queries.js';
import { PIN_TEXTS as TEXTS } from './pins.texts.js';

/** Pins a message, or unpins it. */
export function PinMenuItem({ message }: { message: MessageView }) {
  const { mutate } = usePinning(message);
  const isPinned = message.pinnedAt !== undefined;
  return (
    <MenuItem icon={MENU_ICONS.pin} onSelect={() => mutate(!isPinned)}>
      {isPinned ? TEXTS.unpin : TEXTS.pin}
    </MenuItem>
  );
}
