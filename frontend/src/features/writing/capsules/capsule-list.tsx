import '../../../ui/plate.css';
import './capsules.css';
import type { CapsuleView } from '@oniverse/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Failure } from '../../../ui/failure.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icons.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { CapsuleNameField } from './capsule-name-field.js';
import { useCapsules, useDeleteCapsule } from './capsules.queries.js';
import { CAPSULE_TEXTS } from './capsules.texts.js';

const TEXTS = CAPSULE_TEXTS.list;

type Mode = 'none' | 'editing' | 'deleting';

interface CapsuleListProps {
  chosen: string | undefined;
  /** Returns the number of entries in a capsule, or in all; undefined if unknown. */
  countOf: (capsule?: CapsuleView) => number | undefined;
  onChoose: (id: string | undefined) => void;
}

interface CapsuleRowProps {
  name: string;
  current: boolean;
  count: number | undefined;
  label?: string;
  icon?: ReactNode;
  onClick: () => void;
}

function CapsuleRow({ name, current, count, label, icon, onClick }: CapsuleRowProps) {
  return (
    <button
      type="button"
      className="capsules__button"
      aria-current={current ? 'true' : undefined}
      {...(label !== undefined && { 'aria-label': label })}
      onClick={onClick}
    >
      <span className="capsules__dot" aria-hidden="true" />
      <span className="grow" dir="auto">
        {name}
      </span>
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
      {...TEXTS.ask(capsule.name)}
      pending={isPending && TEXTS.deleting}
      onCancel={onClose}
      onConfirm={() => mutate(capsule, { onSuccess: onDeleted, onSettled: onClose })}
    />
  );
}

export function CapsuleList({ chosen, countOf, onChoose }: CapsuleListProps) {
  const { data: capsules, isError, refetch } = useCapsules();
  const [mode, setMode] = useState<Mode>('none');
  const [renamed, setRenamed] = useState<string>();
  const [toDelete, setToDelete] = useState<CapsuleView>();
  const list = useRef<HTMLUListElement>(null);
  const lastRenamed = useRef<string>(undefined);
  useEffect(() => {
    if (renamed !== undefined) return;
    // After renaming, the focus returns to the capsule's row.
    const row = list.current?.querySelector<HTMLElement>(`[data-capsule="${lastRenamed.current}"] button`);
    lastRenamed.current = undefined;
    row?.focus();
  }, [renamed]);
  const rename = (id: string | undefined) => {
    lastRenamed.current = renamed;
    setRenamed(id);
  };
  const changeMode = (next: Mode) => {
    rename(undefined);
    setMode(next);
  };
  const renderRow = (capsule: CapsuleView) => {
    const { id, name } = capsule;
    const common = { name, current: id === chosen, count: countOf(capsule) };
    if (mode === 'none') return <CapsuleRow {...common} onClick={() => onChoose(id)} />;
    if (mode === 'deleting') {
      return (
        <CapsuleRow
          {...common}
          label={TEXTS.deleteName(name)}
          icon={<Icon name="delete" small />}
          onClick={() => setToDelete(capsule)}
        />
      );
    }
    if (renamed === id) return <CapsuleNameField capsule={capsule} onDone={() => rename(undefined)} />;
    return (
      <CapsuleRow
        {...common}
        label={TEXTS.rename(name)}
        icon={<Icon name="edit" small />}
        onClick={() => rename(id)}
      />
    );
  };
  return (
    <aside className="capsules" aria-labelledby="capsules">
      <div className="plate__head">
        <h2 className="h4" id="capsules">
          {TEXTS.title}
        </h2>
        <Menu button={<IconButton icon="more" name={TEXTS.menu} />}>
          <MenuItem icon="edit" onSelect={() => changeMode('editing')}>
            {TEXTS.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="delete" danger onSelect={() => changeMode('deleting')}>
            {TEXTS.delete}
          </MenuItem>
        </Menu>
      </div>
      {!capsules && isError && <Failure small text={TEXTS.failed} onRetry={() => void refetch()} />}
      <ul ref={list}>
        <li>
          <CapsuleRow
            name={TEXTS.all}
            current={chosen === undefined}
            count={countOf()}
            onClick={() => onChoose(undefined)}
          />
        </li>
        {capsules?.map((capsule) => (
          <li key={capsule.id} data-capsule={capsule.id}>
            {renderRow(capsule)}
          </li>
        ))}
      </ul>
      {!capsules && !isError && <SkeletonLines text={TEXTS.loading} count={3} />}
      {capsules?.length === 0 && <p className="small faint">{TEXTS.none}</p>}
      {mode !== 'none' && (
        <Button small className="capsules__stop" onClick={() => changeMode('none')}>
          {mode === 'editing' ? TEXTS.stopEditing : TEXTS.stopDeleting}
        </Button>
      )}
      {toDelete && (
        <DeleteCapsule
          capsule={toDelete}
          onClose={() => setToDelete(undefined)}
          onDeleted={() => {
            if (toDelete.id === chosen) onChoose(undefined);
          }}
        />
      )}
    </aside>
  );
}
