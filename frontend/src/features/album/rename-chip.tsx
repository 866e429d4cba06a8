import { useRef, useState } from 'react';
import { ALBUM_TEXTS } from './album.texts.js';

interface RenameChipProps {
  /** What stands in the chip. */
  label: string;
  /** What is being renamed. */
  name: string;
  /** What is wrong with a new name, before it is sent. */
  check: (name: string) => string | undefined;
  /** Resolves once it is renamed; where it rejects, what was typed stays. */
  rename: (name: string) => Promise<unknown>;
}

/** A chip that becomes a field when it is chosen: Enter saves, Escape leaves everything as it was. */
export function RenameChip({ label, name, check, rename }: RenameChipProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setTyped(undefined);
    setError(undefined);
    queueMicrotask(() => button.current?.focus());
  };
  const save = async () => {
    const wanted = (typed ?? '').trim();
    const wrong = check(wanted);
    setError(wrong);
    if (wrong !== undefined || isPending) return;
    if (wanted === name) {
      close();
      return;
    }
    setPending(true);
    try {
      await rename(wanted);
      close();
    } catch {
      // The toast has said why; what was typed stays.
    } finally {
      setPending(false);
    }
  };
  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className="chip"
        aria-label={ALBUM_TEXTS.name(label)}
        onClick={() => setTyped(name)}
      >
        {label}
      </button>
    );
  }
  return (
    <span className="alb__rename">
      <input
        // The chip that was chosen turned into it.
        ref={(input) => {
          if (input && document.activeElement !== input && !isPending) input.focus();
        }}
        className={error ? 'in chip__in is-bad' : 'in chip__in'}
        aria-label={ALBUM_TEXTS.name(label)}
        aria-invalid={error ? true : undefined}
        title={ALBUM_TEXTS.renameHint}
        value={typed}
        readOnly={isPending}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') {
            event.stopPropagation();
            close();
          }
        }}
      />
      {error && (
        <span className="err" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
