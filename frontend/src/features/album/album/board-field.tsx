import { useState } from 'react';
import { Select } from '../../../ui/select.js';
import { useBoards } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { BoardDialog } from './board-dialog.js';

const texts = ALBUM_TEXTS.fields;
const NONE = 'none';
const NEW = 'new';

interface BoardFieldProps {
  value: string;
  onChange: (boardId: string) => void;
  disabled?: boolean;
}

/** Hidden boards are no options, except the current one. */
export function BoardField({ value, onChange, disabled = false }: BoardFieldProps) {
  const { boards = [], visible } = useBoards();
  const [isCreating, setCreating] = useState(false);
  const current = boards.find(({ id }) => id === value);
  const choices = current && !current.isPublic ? [current, ...visible] : visible;
  return (
    <>
      <Select
        label={texts.board}
        note={texts.optional}
        value={current ? value : NONE}
        disabled={disabled}
        options={[
          { value: NONE, title: texts.noBoard },
          ...choices.map(({ id, name }) => ({ value: id, title: name })),
          { value: NEW, title: texts.createBoard },
        ]}
        onChange={(chosen) => {
          if (chosen === NEW) setCreating(true);
          else onChange(chosen === NONE ? '' : chosen);
        }}
      />
      {isCreating && (
        <BoardDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => {
            setCreating(false);
            onChange(id);
          }}
        />
      )}
    </>
  );
}
