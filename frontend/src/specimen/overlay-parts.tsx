import { useState } from 'react';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Dialog } from '../ui/dialog.js';
import { Drawer } from '../ui/drawer.js';
import { Field } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.js';
import { Select } from '../ui/select.js';
import { showToast } from '../ui/toast-store.js';
import { Tooltip } from '../ui/tooltip.js';
import { Window } from '../ui/window.js';

const BOARDS = [
  { value: 'none', title: 'No Board' },
  { value: 'plates', title: 'Plates' },
  { value: 'new', title: '+ Create New Board' },
] as const;

function BoardDialog({ onClose }: { onClose: () => void }) {
  const [board, setBoard] = useState<(typeof BOARDS)[number]['value']>('none');
  return (
    <Dialog
      title="Save Image to the Constellation"
      text="It appears in your album at once."
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Discard
          </Button>
          <Button look="primary" onClick={onClose}>
            Save to Constellation
          </Button>
        </>
      }
    >
      <div className="specimen__col">
        <Field label="Caption" note="optional" />
        <Select label="Board" note="optional" options={BOARDS} value={board} onChange={setBoard} />
        <Field label="Hashtags" note="comma separated" />
      </div>
    </Dialog>
  );
}

const done = () => showToast({ title: 'Image shown', description: 'Image is now visible in your album.' });
const failed = () =>
  showToast({
    title: 'Connection Failed',
    description: '401: ONI_ID or password not recognised',
    variant: 'destructive',
  });

export function OverlayParts() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Window title="Overlays">
      <div className="specimen__row">
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
        <Button look="danger" onClick={() => setOpen('confirm')}>
          Ask first
        </Button>
        <Menu button={<IconButton icon="more" name="Image menu" look="secondary" />}>
          <MenuItem icon="edit" onSelect={() => setOpen('dialog')}>
            Edit
          </MenuItem>
          <MenuItem icon="hide" onSelect={done}>
            Hide
          </MenuItem>
          <MenuItem icon="archive" disabled onSelect={done}>
            Archive
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="delete" danger onSelect={() => setOpen('confirm')}>
            Delete
          </MenuItem>
        </Menu>
        <Tooltip text="Reset view">
          <IconButton icon="reset" name="Reset view" look="secondary" />
        </Tooltip>
        <Button onClick={done}>Show toast</Button>
        <Button onClick={failed}>Show failure</Button>
      </div>
      {open === 'dialog' && <BoardDialog onClose={close} />}
      {open === 'drawer' && (
        <Drawer name="Channels" side="left" onClose={close}>
          <p className="muted">What stands beside the page where it is wide.</p>
        </Drawer>
      )}
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete “Night walks”"
        text="This board and all your pictures in it will be deleted. Are you sure you want to proceed?"
        confirm="Delete board"
        onConfirm={close}
        onCancel={close}
      />
    </Window>
  );
}
