import './channel-order.css';
import { type CategoryView, channelOrderOf, type ChannelView } from '@oniverse/contracts';
import { type FormEvent, type PointerEvent, useState } from 'react';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icons.js';
import { orderHandle } from '../../../ui/order-handle.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useCategories, useOrderChannels } from './categories.queries.js';
import { CategoryDeletion, CategoryNaming } from './category-dialogs.js';
import { movedBy, movedTo, type Order, placeOf } from './channel-order.js';
import { CHANNEL_ORDER_TEXTS as TEXTS } from './channel-order.texts.js';
import { useChannels } from './dimensions.queries.js';

interface Entry {
  id: string;
  name: string;
  isCategory: boolean;
}

const entryOf = (id: string, name: string, isCategory: boolean): Entry => ({
  id,
  name: isCategory ? TEXTS.category(name) : TEXTS.channel(name),
  isCategory,
});

interface RowProps {
  entry: Entry;
  isDragged: boolean;
  onStep: (step: -1 | 1) => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
  onDrop: () => void;
  /** Absent for a channel, and while the order is not saved. */
  onRename?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

function Row({ entry, isDragged, onStep, onDrag, onDrop, onRename, onDelete }: RowProps) {
  const { id, name, isCategory } = entry;
  return (
    <li
      className={isCategory ? 'order__row order__row--category' : 'order__row'}
      data-order-id={id}
      data-dragged={isDragged || undefined}
    >
      <button
        type="button"
        className="order__handle"
        aria-label={TEXTS.move(name)}
        title={TEXTS.keys}
        {...orderHandle({ isDragged, onStep, onDrag, onDrop })}
      >
        <Icon name="menu" small />
      </button>
      <span className="order__name">
        {name}
        {isCategory && <span className="vh"> {TEXTS.isCategory}</span>}
      </span>
      {isCategory && (
        <>
          <IconButton small icon="edit" name={TEXTS.rename(name)} disabled={!onRename} onClick={onRename} />
          <IconButton small icon="delete" name={TEXTS.remove(name)} disabled={!onDelete} onClick={onDelete} />
        </>
      )}
      <IconButton small icon="up" name={TEXTS.up(name)} onClick={() => onStep(-1)} />
      <IconButton small icon="down" name={TEXTS.down(name)} onClick={() => onStep(1)} />
    </li>
  );
}

interface OrderListProps {
  entries: readonly Entry[];
  order: Order;
  onChange: (order: Order) => void;
  onRename: ((id: string) => void) | undefined;
  onDelete: ((id: string) => void) | undefined;
}

function OrderList({ entries, order, onChange, onRename, onDelete }: OrderListProps) {
  const [dragged, setDragged] = useState<string>();
  const [announced, setAnnounced] = useState('');
  const find = (id: string | undefined) => entries.find((entry) => entry.id === id);
  const isCategory = (id: string) => find(id)?.isCategory === true;
  const announce = (next: Order, id: string) => {
    const { position, count, category } = placeOf(next, id, isCategory);
    setAnnounced(TEXTS.moved(find(id)?.name ?? '', position, count, find(category)?.name));
  };
  const moveBy = (id: string, step: -1 | 1) => {
    const next = movedBy(order, id, step, isCategory);
    onChange(next);
    announce(next, id);
  };
  const drag = (id: string, { clientX, clientY }: PointerEvent) => {
    setDragged(id);
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-order-id]');
    const target = row?.dataset['orderId'];
    if (target !== undefined && target !== id) onChange(movedTo(order, id, target, isCategory));
  };
  return (
    <>
      <ol className="order" aria-label={TEXTS.list}>
        {order.map((id) => {
          const entry = find(id);
          return (
            entry && (
              <Row
                key={id}
                entry={entry}
                isDragged={dragged === id}
                onStep={(step) => moveBy(id, step)}
                onDrag={(event) => drag(id, event)}
                onDrop={() => {
                  if (dragged === id) announce(order, id);
                  setDragged(undefined);
                }}
                onRename={onRename && (() => onRename(id))}
                onDelete={onDelete && (() => onDelete(id))}
              />
            )
          );
        })}
      </ol>
      <output className="vh">{announced}</output>
    </>
  );
}

const isSame = (one: Order, other: Order): boolean => one.join() === other.join();

interface ChannelOrderProps {
  serverId: string;
  channels: readonly ChannelView[];
  categories: readonly CategoryView[];
  onClose: () => void;
}

function ChannelOrder({ serverId, channels, categories, onClose }: ChannelOrderProps) {
  const newest = channelOrderOf(channels, categories);
  /** The order that the member changes, and the one they began from; null before the first change. */
  const [change, setChange] = useState<{ before: Order; after: Order } | null>(null);
  const [dialog, setDialog] = useState<{ kind: 'name' | 'delete'; category?: CategoryView } | null>(null);
  const { mutate: save, isPending, error, reset } = useOrderChannels(serverId);
  const order = change?.after ?? newest;
  const isDirty = change !== null && !isSame(change.before, change.after);
  const isConflict = isProblem(error, 'precondition_failed');
  const openFor = (kind: 'name' | 'delete') => (id: string) => {
    const category = categories.find((each) => each.id === id);
    if (category) setDialog({ kind, category });
  };
  const close = () => setDialog(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDirty) {
      onClose();
      return;
    }
    save(change, {
      onSuccess: onClose,
      onError: (refused) => {
        if (isProblem(refused, 'precondition_failed')) setChange(null);
      },
    });
  };
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={isDirty}
      discardQuestion={TEXTS.discard}
      error={error ? (isConflict ? TEXTS.conflict : failureMessageOf(error)) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <OrderList
        entries={[
          ...channels.map(({ id, name }) => entryOf(id, name, false)),
          ...categories.map(({ id, name }) => entryOf(id, name, true)),
        ]}
        order={order}
        onChange={(after) => {
          if (error) reset();
          setChange({ before: change?.before ?? newest, after });
        }}
        onRename={isDirty ? undefined : openFor('name')}
        onDelete={isDirty ? undefined : openFor('delete')}
      />
      <div className="order__new">
        <Button small disabled={isDirty} onClick={() => setDialog({ kind: 'name' })}>
          {TEXTS.newCategory}
        </Button>
        {isDirty && <span className="small faint">{TEXTS.saveFirst}</span>}
      </div>
      {dialog?.kind === 'name' && (
        <CategoryNaming serverId={serverId} category={dialog.category} onClose={close} />
      )}
      {dialog?.kind === 'delete' && dialog.category && (
        <CategoryDeletion serverId={serverId} category={dialog.category} onClose={close} />
      )}
    </FormDialog>
  );
}

/** Orders the channels of a dimension and manages their categories. The order is stored as a whole. */
export default function ChannelOrderDialog({ serverId, onClose }: { serverId: string; onClose: () => void }) {
  const { data: channels, error: failedChannels } = useChannels(serverId);
  const { data: categories, error: failedCategories } = useCategories(serverId);
  if (channels && categories) {
    return <ChannelOrder serverId={serverId} channels={channels} categories={categories} onClose={onClose} />;
  }
  const error = failedCategories ?? failedChannels;
  return (
    <FormDialog
      title={TEXTS.title}
      texts={TEXTS.form}
      isPending={false}
      isDirty={false}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={(event) => event.preventDefault()}
      onClose={onClose}
    >
      {!error && <SkeletonLines text={TEXTS.loading} count={4} />}
    </FormDialog>
  );
}
