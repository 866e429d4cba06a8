import { CAPSULE_RULES, type CapsuleView, readField } from '@oniverse/contracts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { violationOf } from '../../../api/sentences.js';
import { FieldError } from '../../../ui/field.js';
import { keyOf } from '../../../ui/keys.js';
import { useRenameCapsule } from './capsules.queries.js';
import { CAPSULE_TEXTS } from './capsules.texts.js';

const TEXTS = CAPSULE_TEXTS.list;

export function CapsuleNameField({ capsule, onDone }: { capsule: CapsuleView; onDone: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(capsule.name);
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useRenameCapsule();
  useEffect(() => input.current?.select(), []);
  const save = () => {
    const name = readField(CAPSULE_RULES.name, text);
    const broken = violationOf(CAPSULE_RULES.name, text);
    setError(broken);
    if (broken || isPending) return;
    if (name === capsule.name) onDone();
    else mutate({ id: capsule.id, name }, { onSuccess: onDone });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === 'Enter') save();
    if (key === 'Escape' && !isPending) {
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <div className="capsules__edit">
      <input
        dir="auto"
        ref={input}
        className={error ? 'input is-bad' : 'input'}
        value={text}
        aria-label={TEXTS.field}
        aria-invalid={error ? true : undefined}
        aria-describedby={id}
        aria-busy={isPending}
        readOnly={isPending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {error ? (
        <FieldError id={id} text={error} />
      ) : (
        <div className="tiny" id={id}>
          {isPending ? TEXTS.saving : TEXTS.keys}
        </div>
      )}
    </div>
  );
}
