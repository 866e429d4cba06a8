import type { MessageView } from '@oniverse/contracts';
import { IconButton } from '../../ui/icon-button.js';
import { MENU_ICONS } from '../../ui/menu-icons.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { showToast } from '../../ui/toast-store.js';
import { askDelete, beginEdit } from './messages.changes.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

const { actions: TEXTS } = MESSAGE_TEXTS;

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: done });
  } catch {
    showToast({ title: TEXTS.copyFailed, description: text, variant: 'destructive' });
  }
}

/** The address of this page with a message selected in it. */
function addressOf({ channelId, seq }: MessageView): string {
  const address = new URL(window.location.href);
  address.searchParams.set('channel', channelId);
  address.searchParams.set('message', String(seq));
  return address.href;
}

interface MessageActionsProps {
  message: MessageView;
  /** One's own: it may be edited. */
  mayEdit: boolean;
  mayDelete: boolean;
}

/** What can be done with a message. */
export function MessageActions({ message, mayEdit, mayDelete }: MessageActionsProps) {
  return (
    <div className="msg__do">
      <Menu
        button={
          <IconButton
            small
            icon="more"
            name={TEXTS.name(message.author?.username ?? MESSAGE_TEXTS.departed)}
          />
        }
      >
        <MenuItem icon={MENU_ICONS.copy} onSelect={() => void copy(message.content, TEXTS.textCopied)}>
          {TEXTS.copyText}
        </MenuItem>
        <MenuItem icon={MENU_ICONS.link} onSelect={() => void copy(addressOf(message), TEXTS.linkCopied)}>
          {TEXTS.copyLink}
        </MenuItem>
        {mayEdit && (
          // The menu gives the focus back as it closes; only then is the field there to take it.
          <MenuItem icon="edit" onSelect={() => setTimeout(() => beginEdit(message))}>
            {TEXTS.edit}
          </MenuItem>
        )}
        {mayDelete && (
          <>
            <MenuLine />
            <MenuItem danger icon="delete" onSelect={() => askDelete(message)}>
              {TEXTS.remove}
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  );
}
