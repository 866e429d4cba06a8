import { UPLOAD } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icons.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { PageHead } from '../../../ui/page-head.js';
import { ALBUM_TEXTS } from './album.texts.js';
import type { Mode } from './album-filters.js';

interface AlbumHeadProps {
  onMode: (mode: Mode) => void;
  onNewBoard: () => void;
  onFiles: (files: readonly File[]) => void;
}

function UploadButton({ onFiles }: Pick<AlbumHeadProps, 'onFiles'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={UPLOAD.types.join(',')}
        data-testid="album-file"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Otherwise choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      <Button look="primary" onClick={() => input.current?.click()}>
        <Icon name="upload" small />
        {ALBUM_TEXTS.upload}
      </Button>
    </>
  );
}

export function AlbumHead({ onMode, onNewBoard, onFiles }: AlbumHeadProps) {
  const { siblings, menu } = ALBUM_TEXTS;
  return (
    <PageHead
      title={ALBUM_TEXTS.title}
      siblings={
        <>
          <Link to="/">{siblings.profile}</Link>
          <Link to="/archive">{siblings.archive}</Link>
          <span aria-current="page">{siblings.album}</span>
        </>
      }
      actions={
        <>
          <Menu button={<IconButton icon="settings" look="secondary" name={ALBUM_TEXTS.settings} />}>
            <MenuItem icon="edit" onSelect={() => onMode('edit-boards')}>
              {menu.editBoards}
            </MenuItem>
            <MenuItem icon="hide" onSelect={() => onMode('hide-boards')}>
              {menu.hideBoards}
            </MenuItem>
            <MenuItem icon="edit" onSelect={() => onMode('edit-tags')}>
              {menu.editTags}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon="delete" danger onSelect={() => onMode('delete-boards')}>
              {menu.deleteBoards}
            </MenuItem>
            <MenuItem icon="delete" danger onSelect={() => onMode('delete-tags')}>
              {menu.deleteTags}
            </MenuItem>
          </Menu>
          <Button onClick={onNewBoard}>
            <Icon name="plus" small />
            {ALBUM_TEXTS.newBoard}
          </Button>
          <UploadButton onFiles={onFiles} />
        </>
      }
    />
  );
}
