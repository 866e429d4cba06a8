import './picture-actions.css';
import type { ImageView } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../session/session.js';
import { Icon } from '../../../ui/icons.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { BookmarkButton, usePictureBoard } from '../../writing/bookmarks/index.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { MemberMenu } from '../../safety/safety/index.js';
import { useBoards } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { nameOf } from './image-parts.js';

const texts = ALBUM_TEXTS.pictureActions;

/** Chooses the board on which the member keeps a picture of another member. */
function BoardMenu({ image }: { image: ImageView }) {
  const kept = usePictureBoard(image.id);
  const { visible: boards } = useBoards();
  const navigate = useNavigate();
  if (!kept) return null;
  const board = boards.find(({ id }) => id === kept.boardId);
  return (
    <Menu
      button={
        <button
          type="button"
          className="picture-actions__board"
          data-chosen={board !== undefined}
          aria-label={texts.chooseBoard(nameOf(image))}
        >
          <Icon name={board ? 'check' : 'plus'} small />
          <bdi>{board?.name ?? texts.board}</bdi>
        </button>
      }
    >
      {boards.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={id === kept.boardId ? 'check' : <span className="icon" />}
          onSelect={() => kept.put(id)}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
      {boards.length > 0 && <MenuSeparator />}
      {kept.boardId === null ? (
        <MenuItem icon="right" onSelect={() => void navigate({ to: '/album' })}>
          {boards.length === 0 ? texts.noBoards : texts.album}
        </MenuItem>
      ) : (
        <MenuItem icon="minus" onSelect={kept.takeOff}>
          {texts.takeOff}
        </MenuItem>
      )}
    </Menu>
  );
}

interface PictureActionsProps {
  image: ImageView;
  /** The Oni ID of the picture's owner. */
  owner: string;
}

/** Keeps a picture of another member, also on a board. Renders nothing for visitors and for one's own pictures. */
export function PictureActions({ image, owner }: PictureActionsProps) {
  const { user } = useSession();
  if (!user || user.username === owner) return null;
  const member = { id: image.userId, username: owner };
  return (
    <div className="picture-actions">
      <BookmarkButton kind="picture" subject={image.id} name={nameOf(image)} />
      <BoardMenu image={image} />
      <MemberMenu member={member}>
        <ReportMenuItem thing={{ kind: 'picture', subjectId: image.id, name: texts.thisPicture, member }} />
      </MemberMenu>
    </div>
  );
}
