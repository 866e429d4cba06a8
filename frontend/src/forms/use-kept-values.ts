import { useEffect, useState } from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { deleteEdit, editPlace, readEdit, storeEdit } from '../session/edit-drafts.js';
import { useSession } from '../session/session.js';

/** The texts of a form by field. */
export type Texts = Readonly<Record<string, string>>;

export interface KeptValues {
  /** Whether the form shows what a member typed before a reload. */
  isKept: boolean;
  /** The stored texts that have changed since the edit began. The member decides before the form is saved. */
  newer: readonly string[];
  takeNewer: () => void;
  keepOwn: () => void;
  /** Call it when the form closes, saved or not. */
  forget: () => void;
}

const textsSchema = v.record(v.string(), v.string());

function parseTexts(text: string | undefined): Texts {
  const parsed: unknown = text === undefined ? {} : JSON.parse(text);
  return v.is(textsSchema, parsed) ? parsed : {};
}

interface Fields<T extends Texts> {
  /** As the server has them. */
  stored: T;
  values: T;
  setValues: (values: T) => void;
}

/**
 * Keeps the texts of a form over a reload or a crash, until it closes, and finds out whether what it edits has changed
 * since.
 * @param thing what is edited, for example `post:` with its id
 */
export function useKeptValues<T extends Texts>(
  thing: string,
  { stored, values, setValues }: Fields<T>,
): KeptValues {
  const { user } = useSession();
  const place = editPlace(user?.id ?? '', thing);
  const [draft] = useState(() => readEdit(place));
  const now = JSON.stringify(stored);
  const [base, setBase] = useState(draft?.base ?? now);
  const text = JSON.stringify(values, Object.keys(stored));
  const [isOpened, setOpened] = useState(draft === undefined);
  useEffect(() => {
    if (!draft) return;
    setValues({ ...stored, ...parseTexts(draft.text) });
    // oxlint-disable-next-line react/set-state-in-effect -- with the values of the form
    setOpened(true);
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  useEffect(() => {
    if (isOpened) storeEdit(place, { text, base });
  }, [isOpened, place, text, base]);
  // Saved, here or elsewhere.
  if (isOpened && text === now && base !== now) setBase(now);
  const known = parseTexts(base);
  const changed = Object.entries(stored).filter(([name, value]) => value !== known[name]);
  return {
    isKept: draft !== undefined && text !== now,
    newer: text === now ? [] : [...new Set(changed.map(([, value]) => value))],
    takeNewer: () => {
      setValues(stored);
      setBase(now);
    },
    keepOwn: () => setBase(now),
    forget: () => deleteEdit(place, draft),
  };
}

/** As {@link useKeptValues}, for a form whose fields are all texts. */
export function useKeptForm<T extends Texts & FieldValues>(
  thing: string,
  stored: T,
  { control, setValue }: Pick<UseFormReturn<T>, 'control' | 'setValue'>,
): KeptValues {
  const values = useWatch({ control, compute: (typed: T) => typed });
  return useKeptValues(thing, {
    stored,
    values,
    setValues: (next) => {
      for (const name of Object.keys(stored)) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names and texts of the form
        setValue(name as Path<T>, next[name] as PathValue<T, Path<T>>, { shouldDirty: true });
      }
    },
  });
}
