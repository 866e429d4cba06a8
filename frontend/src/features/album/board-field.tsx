import { useState } from 'react';
import { Select } from '../../ui/select.js';
import { useBoards } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { BoardDialog } from './board-dialog.js';

const texts = ALBUM_TEXTS.fields;
const NONE = 'none';
const NEW = 'new';

interface BoardFieldProps {
  /** Empty for none. */
  value: string;
  onChange: (boardId: string) => void;
  disabled?: boolean;
}

/** The board that a picture is on; a new one can be made on the way. Hidden boards are no choice, but for the present one. */
export function BoardField({ value, onChange, disabled = false }: BoardFieldProps) {
  const { boards = [], shown } = useBoards();
  const [isMaking, setMaking] = useState(false);
  const present = boards.find(({ id }) => id === value);
  const choices = present && !present.isPublic ? [present, ...shown] : shown;
  return (
    <>
      <Select
        label={texts.board}
        note={texts.optional}
        value={present ? value : NONE}
        disabled={disabled}
        options={[
          { value: NONE, title: texts.noBoard },
          ...choices.map(({ id, name }) => ({ value: id, title: name })),
          { value: NEW, title: texts.createBoard },
        ]}
        onChange={(chosen) => {
          if (chosen === NEW) setMaking(true);
          else onChange(chosen === NONE ? '' : chosen);
        }}
      />
      {isMaking && (
        <BoardDialog
          onClose={() => setMaking(false)}
          onCreated={({ id }) => {
            setMaking(false);
            onChange(id);
          }}
        />
      )}
    </>
  );
}
