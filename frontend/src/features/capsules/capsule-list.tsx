import './capsules.css';
import type { CapsuleView } from '@oniverse/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Failure } from '../../ui/failure.js';
import { IconButton } from '../../ui/icon-button.js';
import { Icon } from '../../ui/icons.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { SkeletonLines } from '../../ui/skeleton.js';
import { CapsuleNameField } from './capsule-name-field.js';
import { useCapsules, useDeleteCapsule } from './capsules.queries.js';
import { CAPSULE_TEXTS } from './capsules.texts.js';

const TEXTS = CAPSULE_TEXTS.list;

/** What a click on a capsule does: shows what lies in it, changes its name, or deletes it. One at a time. */
type Mode = 'none' | 'editing' | 'deleting';

interface CapsuleListProps {
  /** The capsule that is shown; none is every one. */
  chosen: string | undefined;
  /** How many things lie in a capsule, or in all; undefined where that is not known. */
  countOf: (capsule?: CapsuleView) => number | undefined;
  onChoose: (id: string | undefined) => void;
}

interface LineProps {
  name: string;
  current: boolean;
  count: number | undefined;
  label?: string;
  icon?: ReactNode;
  onClick: () => void;
}

function Line({ name, current, count, label, icon, onClick }: LineProps) {
  return (
    <button
      type="button"
      className="caps__b"
      aria-current={current ? 'true' : undefined}
      {...(label !== undefined && { 'aria-label': label })}
      onClick={onClick}
    >
      <span className="caps__d" aria-hidden="true" />
      <span className="grow">{name}</span>
      {icon ?? (count !== undefined && <span className="count">{count}</span>)}
    </button>
  );
}

interface DeleteCapsuleProps {
  capsule: CapsuleView;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteCapsule({ capsule, onDeleted, onClose }: DeleteCapsuleProps) {
  const { mutate, isPending } = useDeleteCapsule();
  return (
    <ConfirmDialog
      open
      {...TEXTS.ask(capsule.name)}
      pending={isPending && TEXTS.deleting}
      onCancel={onClose}
      onConfirm={() => mutate(capsule, { onSuccess: onDeleted, onSettled: onClose })}
    />
  );
}

/** One's capsules: to choose from, to rename and to delete. */
export function CapsuleList({ chosen, countOf, onChoose }: CapsuleListProps) {
  const { data: capsules, isError, refetch } = useCapsules();
  const [mode, setMode] = useState<Mode>('none');
  const [renamed, setRenamed] = useState<string>();
  const [doomed, setDoomed] = useState<CapsuleView>();
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<string>(undefined);
  useEffect(() => {
    if (renamed !== undefined) return;
    // Back from the field, to the line that it stood in.
    const line = list.current?.querySelector<HTMLElement>(`[data-capsule="${left.current}"] button`);
    left.current = undefined;
    line?.focus();
  }, [renamed]);
  const rename = (id: string | undefined) => {
    left.current = renamed;
    setRenamed(id);
  };
  const enter = (next: Mode) => {
    rename(undefined);
    setMode(next);
  };
  const lineOf = (capsule: CapsuleView) => {
    const { id, name } = capsule;
    const common = { name, current: id === chosen, count: countOf(capsule) };
    if (mode === 'none') return <Line {...common} onClick={() => onChoose(id)} />;
    if (mode === 'deleting') {
      return (
        <Line
          {...common}
          label={TEXTS.deleteName(name)}
          icon={<Icon name="delete" small />}
          onClick={() => setDoomed(capsule)}
        />
      );
    }
    if (renamed === id) return <CapsuleNameField capsule={capsule} onDone={() => rename(undefined)} />;
    return (
      <Line
        {...common}
        label={TEXTS.rename(name)}
        icon={<Icon name="edit" small />}
        onClick={() => rename(id)}
      />
    );
  };
  return (
    <aside className="caps" aria-labelledby="capsules">
      <div className="plate__h">
        <h2 className="h4" id="capsules">
          {TEXTS.title}
        </h2>
        <Menu button={<IconButton icon="more" name={TEXTS.menu} />}>
          <MenuItem icon="edit" onSelect={() => enter('editing')}>
            {TEXTS.edit}
          </MenuItem>
          <MenuLine />
          <MenuItem icon="delete" danger onSelect={() => enter('deleting')}>
            {TEXTS.delete}
          </MenuItem>
        </Menu>
      </div>
      {!capsules && isError && <Failure small text={TEXTS.failed} onAgain={() => void refetch()} />}
      <ul className="caps__l" ref={list}>
        <li>
          <Line
            name={TEXTS.all}
            current={chosen === undefined}
            count={countOf()}
            onClick={() => onChoose(undefined)}
          />
        </li>
        {capsules?.map((capsule) => (
          <li key={capsule.id} data-capsule={capsule.id}>
            {lineOf(capsule)}
          </li>
        ))}
      </ul>
      {!capsules && !isError && <SkeletonLines text={TEXTS.loading} count={3} />}
      {capsules?.length === 0 && <p className="small t3">{TEXTS.none}</p>}
      {mode !== 'none' && (
        <Button small className="caps__stop" onClick={() => enter('none')}>
          {mode === 'editing' ? TEXTS.stopEditing : TEXTS.stopDeleting}
        </Button>
      )}
      {doomed && (
        <DeleteCapsule
          capsule={doomed}
          onClose={() => setDoomed(undefined)}
          onDeleted={() => {
            if (doomed.id === chosen) onChoose(undefined);
          }}
        />
      )}
    </aside>
  );
}
