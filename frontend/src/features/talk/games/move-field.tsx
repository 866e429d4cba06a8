import { GAME_LIMITS, type GameKind } from '@oniverse/contracts';
import { type FormEvent, useId, useState } from 'react';
import { GAMES_TEXTS } from './games.texts.js';

const { table: TEXTS } = GAMES_TEXTS;

interface MoveFieldProps {
  kind: GameKind;
  /** Returns why a move is refused; undefined if it is played. */
  onMove: (move: string) => string | undefined;
}

/** Takes a move as text. */
export function MoveField({ kind, onMove }: MoveFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const refusal = onMove(text);
    setProblem(refusal);
    if (refusal === undefined) setText('');
  };
  return (
    <form className="move-field" onSubmit={submit}>
      <label className="move-field__mark" htmlFor={id}>
        <span aria-hidden="true">&gt;</span>
        <span className="vh">{TEXTS.enter}</span>
      </label>
      <input
        id={id}
        className="move-field__input"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={GAME_LIMITS.move.max}
        placeholder={TEXTS.place[kind]}
        value={text}
        aria-invalid={problem !== undefined}
        {...(problem !== undefined && { 'aria-describedby': `${id}-problem` })}
        onChange={({ target }) => {
          setText(target.value);
          setProblem(undefined);
        }}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="error move-field__problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
