import { Suspense, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import type { TalkPlace } from '../messages/index.js';
import { CHANNEL_FILES_TEXTS as TEXTS } from './channel-files.texts.js';

const ChannelFilesDialog = lazyPart(() => import('./channel-files-dialog.js'));

interface ChannelFilesButtonProps {
  place: TalkPlace;
  /** Lists the files of this thread instead of those of the channel. */
  threadId?: string;
}

/** Opens the list of files of the open channel, thread or conversation. Give it a key for each. */
export function ChannelFilesButton({ place, threadId }: ChannelFilesButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = place.serverId === null ? TEXTS.ofConversation : TEXTS.ofChannel;
  return (
    <>
      <Button
        small
        look="quiet"
        className="btn--icon"
        aria-label={threadId === undefined ? name : TEXTS.ofThread}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {MENU_ICONS.clip}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChannelFilesDialog place={place} threadId={threadId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
