import { Button } from '../../../ui/button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { GAME_COMMAND_TEXTS } from './game-commands.texts.js';
import { askForOffer } from './games-panel.store.js';

/** Asks for a game to offer in a talk, beside its field. */
export function OfferButton({ channelId }: { channelId: string }) {
  return (
    <Button
      look="quiet"
      className="btn--icon message-composer__tool"
      aria-label={GAME_COMMAND_TEXTS.offer}
      title={GAME_COMMAND_TEXTS.offer}
      aria-haspopup="dialog"
      onClick={() => askForOffer({ channelId })}
    >
      {MENU_ICONS.game}
    </Button>
  );
}
