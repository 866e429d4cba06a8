import { BOARD_RULES, type BoardView, FIELD_MESSAGES, normaliseTag, type TagView } from '@oniverse/contracts';
import { sentenceOf, violationOf } from '../../../api/sentences.js';
import { Chips, ToggleChip } from '../../../ui/chip.js';
import type { AlbumFilters, Mode } from './album-filters.js';
import { useRenameBoard, useRenameTag } from './album.mutations.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { RenameChip } from './rename-chip.js';

const texts = ALBUM_TEXTS.filters;

interface ChipsProps {
  mode: Mode | null;
  filters: AlbumFilters;
  onFilter: (change: { board?: string | undefined; tag?: string | undefined }) => void;
}

interface BoardChipsProps extends ChipsProps {
  boards: readonly BoardView[];
  onHide: (board: BoardView) => void;
  onDelete: (board: BoardView) => void;
}

export function BoardChips({ boards, mode, filters, onFilter, onHide, onDelete }: BoardChipsProps) {
  const { mutateAsync: rename } = useRenameBoard();
  const choose = (board: BoardView) => {
    if (mode === 'hide-boards') onHide(board);
    else if (mode === 'delete-boards') onDelete(board);
    else onFilter({ board: filters.board === board.id ? undefined : board.id });
  };
  return (
    <Chips label={texts.boards} oneLine>
      <ToggleChip pressed={filters.board === undefined} onClick={() => onFilter({ board: undefined })}>
        {texts.allBoards}
      </ToggleChip>
      {boards.map((board) =>
        mode === 'edit-boards' ? (
          <RenameChip
            key={board.id}
            label={board.name}
            name={board.name}
            check={(name) => violationOf(BOARD_RULES.name, name)}
            rename={(name) => rename({ id: board.id, name })}
          />
        ) : (
          <ToggleChip
            key={board.id}
            pressed={filters.board === board.id}
            onClick={() => choose(board)}
            {...(mode?.endsWith('-boards') && { 'data-mode': mode })}
          >
            <bdi>{board.name}</bdi>
          </ToggleChip>
        ),
      )}
    </Chips>
  );
}

interface TagChipsProps extends ChipsProps {
  /** Undefined while loading. */
  tags: readonly TagView[] | undefined;
  onDelete: (name: string) => void;
}

export function TagChips({ tags, mode, filters, onFilter, onDelete }: TagChipsProps) {
  const { mutateAsync: rename } = useRenameTag();
  if (!tags) return <div className="album__room" aria-hidden="true" />;
  if (tags.length === 0) return null;
  return (
    <Chips label={texts.tags} oneLine>
      {tags.map(({ id, name }) =>
        mode === 'edit-tags' ? (
          <RenameChip
            key={id}
            label={`#${name}`}
            name={name}
            check={(typed) =>
              normaliseTag(typed) === undefined ? sentenceOf(FIELD_MESSAGES.badTag) : undefined
            }
            rename={async (typed) => {
              const next = normaliseTag(typed) ?? typed;
              await rename({ old: name, name: next });
              if (filters.tag === name) onFilter({ tag: next });
            }}
          />
        ) : (
          <ToggleChip
            key={id}
            pressed={filters.tag === name}
            onClick={() => {
              if (mode === 'delete-tags') onDelete(name);
              else onFilter({ tag: filters.tag === name ? undefined : name });
            }}
            {...(mode === 'delete-tags' && { 'data-mode': mode })}
          >
            <bdi>#{name}</bdi>
          </ToggleChip>
        ),
      )}
    </Chips>
  );
}
