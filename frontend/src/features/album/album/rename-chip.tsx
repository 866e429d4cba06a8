import '../../../ui/chip.css';
import { useRef, useState } from 'react';
import { keyOf } from '../../../ui/keys.js';
import { ALBUM_TEXTS } from './album.texts.js';

interface RenameChipProps {
  label: string;
  name: string;
  /** Returns an error message, or undefined. */
  check: (name: string) => string | undefined;
  /** Rejects if renaming failed; the chip then keeps the typed name. */
  rename: (name: string) => Promise<unknown>;
}

export function RenameChip({ label, name, check, rename }: RenameChipProps) {
  const [text, setText] = useState<string>();
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setText(undefined);
    setError(undefined);
    queueMicrotask(() => button.current?.focus());
  };
  const save = async () => {
    const newName = (text ?? '').trim();
    const problem = check(newName);
    setError(problem);
    if (problem !== undefined || isPending) return;
    if (newName === name) {
      close();
      return;
    }
    setPending(true);
    try {
      await rename(newName);
      close();
    } catch {
      // The mutation has shown a toast.
    } finally {
      setPending(false);
    }
  };
  if (text === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className="chip"
        aria-label={ALBUM_TEXTS.name(label)}
        onClick={() => setText(name)}
      >
        {label}
      </button>
    );
  }
  return (
    <span className="album__rename">
      <input
        dir="auto"
        // The input replaces the clicked chip, so it takes the focus.
        ref={(input) => {
          if (input && document.activeElement !== input && !isPending) input.focus();
        }}
        className={error ? 'input chip__input is-bad' : 'input chip__input'}
        aria-label={ALBUM_TEXTS.name(label)}
        aria-invalid={error ? true : undefined}
        title={ALBUM_TEXTS.renameHint}
        value={text}
        readOnly={isPending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const key = keyOf(event);
          if (key === 'Enter') void save();
          if (key === 'Escape') {
            event.stopPropagation();
            close();
          }
        }}
      />
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
