import {
  type Filter,
  FILTER_ACTIONS,
  FILTER_KINDS,
  FILTER_LIMITS,
  FILTER_MESSAGES,
  FILTER_TEXT,
  type FilterAction,
  type FilterKind,
  type FilterSet,
  readField,
} from '@oniverse/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { fieldMessagesOf } from '../../../api/field-messages.js';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { sentenceOf, violationOf } from '../../../api/sentences.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failure } from '../../../ui/failure.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { keyOf } from '../../../ui/keys.js';
import { Select } from '../../../ui/select.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { showToast } from '../../../ui/toast-store.js';
import { FILTER_TEXTS as TEXTS } from './filters.texts.js';
import { useFilters, useSetFilters } from './staff.queries.js';

const KINDS = FILTER_KINDS.map((value) => ({ value, title: TEXTS.kinds[value] }));
const ACTIONS = FILTER_ACTIONS.map((value) => ({ value, title: TEXTS.actions[value] }));
const isSame = (one: Filter, other: Filter): boolean => one.kind === other.kind && one.text === other.text;

interface FilterRowProps {
  filter: Filter;
  onChange: (action: FilterAction) => void;
  onRemove: () => void;
}

function FilterRow({ filter: { kind, text, action }, onChange, onRemove }: FilterRowProps) {
  return (
    <li className="staff__row">
      <p className="staff__text">
        {kind === 'word' ? <bdi>{text}</bdi> : <code dir="ltr">{text}</code>}
        <span className="small faint">{TEXTS.kinds[kind]}</span>
      </p>
      <Select bare label={TEXTS.actionOf(text)} options={ACTIONS} value={action} onChange={onChange} />
      <IconButton small icon="delete" name={TEXTS.remove(text)} onClick={onRemove} />
    </li>
  );
}

/** Returns the limit that a text says, null for none, or undefined if it is not one. */
function mentionLimitOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const limit = Number(text);
  const { min, max } = FILTER_LIMITS.mentions;
  return Number.isInteger(limit) && limit >= min && limit <= max ? limit : undefined;
}

interface FiltersFormProps {
  serverId: string;
  set: FilterSet;
  onReload: () => void;
  onClose: () => void;
}

function FiltersForm({ serverId, set, onReload, onClose }: FiltersFormProps) {
  const { mutate: save, isPending, error } = useSetFilters(serverId);
  const [filters, setFilters] = useState<readonly Filter[]>(set.filters);
  const [kind, setKind] = useState<FilterKind>('word');
  const [action, setAction] = useState<FilterAction>('warn');
  const [text, setText] = useState('');
  const [textError, setTextError] = useState<string>();
  const stored = String(set.maxMentions ?? '');
  const [mentions, setMentions] = useState(stored);
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const maxMentions = mentionLimitOf(mentions);

  /** Returns the list with the filter of the field; undefined if it cannot be added. */
  const added = (): readonly Filter[] | undefined => {
    const filter = { kind, text: readField(FILTER_TEXT, text), action };
    const problem =
      violationOf(FILTER_TEXT, text) ??
      (filters.some((other) => isSame(filter, other)) ? TEXTS.known : undefined) ??
      (filters.length >= FILTER_LIMITS.count ? TEXTS.full : undefined);
    setTextError(problem);
    if (problem !== undefined) return undefined;
    setText('');
    const next = [...filters, filter];
    setFilters(next);
    return next;
  };
  const add = () => {
    added();
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // What is in the field is meant, too.
    const all = text.trim() === '' ? filters : added();
    if (!all || maxMentions === undefined) return;
    const body = { revision: set.revision, filters: [...all], ...(maxMentions !== null && { maxMentions }) };
    save(body, {
      onSuccess: () => {
        showToast({ title: TEXTS.saved });
        onClose();
      },
    });
  };
  const listError = error ? fieldMessagesOf(error)['filters'] : undefined;
  const isChanged = filters !== set.filters || mentions !== stored || text.trim() !== '';
  return (
    <FormDialog
      wide
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={isChanged}
      error={error && listError === undefined ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="filters__add">
        <Select label={TEXTS.kind} options={KINDS} value={kind} onChange={setKind} />
        <Field
          ref={field}
          label={TEXTS[kind]}
          hint={kind === 'word' ? TEXTS.wordHint : TEXTS.patternHint}
          autoComplete="off"
          spellCheck={false}
          error={textError}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setTextError(undefined);
          }}
          onKeyDown={(event) => {
            if (keyOf(event) !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Select label={TEXTS.action} options={ACTIONS} value={action} onChange={setAction} />
        <Button onClick={add}>{TEXTS.add}</Button>
      </div>
      {listError !== undefined && (
        <p className="error" role="alert">
          {listError}
        </p>
      )}
      {filters.length === 0 ? (
        <p className="small faint">{TEXTS.empty}</p>
      ) : (
        <ul className="staff" aria-label={TEXTS.list}>
          {filters.map((filter) => (
            <FilterRow
              key={`${filter.kind} ${filter.text}`}
              filter={filter}
              onChange={(next) =>
                setFilters(filters.map((one) => (one === filter ? { ...one, action: next } : one)))
              }
              onRemove={() => {
                setFilters(filters.filter((one) => one !== filter));
                // The button is gone.
                field.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <Field
        label={TEXTS.mentions}
        hint={TEXTS.mentionsHint}
        inputMode="numeric"
        autoComplete="off"
        value={mentions}
        error={isTried && maxMentions === undefined ? sentenceOf(FILTER_MESSAGES.badMentionLimit) : undefined}
        onChange={({ target }) => setMentions(target.value)}
      />
      {isProblem(error, 'precondition_failed') && (
        <Button small onClick={onReload}>
          {TEXTS.reload}
        </Button>
      )}
    </FormDialog>
  );
}

/** The filters of a dimension, which its staff change as a whole. */
export default function FiltersDialog({ serverId, onClose }: { serverId: string; onClose: () => void }) {
  const { data: set, isFetching, error, refetch } = useFilters(serverId);
  // A set of an earlier opening may be old.
  if (set && !isFetching) {
    return (
      <FiltersForm
        key={set.revision}
        serverId={serverId}
        set={set}
        onReload={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open wide title={TEXTS.title} onClose={onClose}>
      {error && !isFetching ? (
        <Failure small text={failureMessageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines text={TEXTS.loading} count={3} />
      )}
    </Dialog>
  );
}
