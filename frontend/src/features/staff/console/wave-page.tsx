import type { WaveAccountView, WaveView } from '@oniverse/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Facts } from '../../../ui/facts.js';
import { plainNames } from '../../../ui/member-name.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Switch } from '../../../ui/switch.js';
import { showToast } from '../../../ui/toast-store.js';
import { ConsoleFailure } from './console-frame.js';
import { WaveRemovalDialog } from './wave-removal-dialog.js';
import { isMoving, useDismissWave, useUndoWave, useWave, useWaveAccounts } from './waves.queries.js';
import { WAVES_TEXTS as TEXTS } from './waves.texts.js';

interface SparingProps {
  sparedIds: readonly string[];
  /** Absent once the wave is decided. */
  onSpare?: (userId: string, isSpared: boolean) => void;
}

function Account({ account, sparedIds, onSpare }: SparingProps & { account: WaveAccountView }) {
  const { userId, texts, joinedAt } = account;
  return (
    <li className="console__row">
      <div>
        <p>{plainNames(account)}</p>
        <p className="small faint">
          {[TEXTS.accounts.texts(texts), TEXTS.accounts.joined(joinedAt)].join(', ')}
        </p>
      </div>
      {onSpare && (
        <Switch
          label={TEXTS.accounts.spare(plainNames(account))}
          checked={sparedIds.includes(userId)}
          onChange={(isSpared) => onSpare(userId, isSpared)}
        />
      )}
    </li>
  );
}

function Accounts({ id, ...sparing }: SparingProps & { id: string }) {
  const list = useWaveAccounts(id);
  const { items, error, refetch } = list;
  if (!items && error) return <ConsoleFailure error={error} onRetry={() => void refetch()} />;
  if (!items) return <SkeletonLines text={TEXTS.accounts.loading} count={4} />;
  return (
    <>
      <ul className="console__rows" aria-label={TEXTS.accounts.title}>
        {items.map((account) => (
          <Account key={account.userId} account={account} {...sparing} />
        ))}
      </ul>
      <MoreOfList name={TEXTS.accounts.more} list={list} />
    </>
  );
}

/** What can be decided while a wave is open. */
function Decision({ wave, sparedIds }: { wave: WaveView; sparedIds: readonly string[] }) {
  const [asked, setAsked] = useState<'remove' | 'dismiss'>();
  const close = () => setAsked(undefined);
  const dismissal = useDismissWave(wave.id, () => {
    showToast({ title: TEXTS.done.dismissed });
    close();
  });
  return (
    <div className="row">
      <Button look="danger" onClick={() => setAsked('remove')}>
        {TEXTS.remove(wave.accounts - sparedIds.length)}
      </Button>
      <Button onClick={() => setAsked('dismiss')}>{TEXTS.dismiss}</Button>
      {asked === 'remove' && <WaveRemovalDialog wave={wave} sparedIds={sparedIds} onClose={close} />}
      {asked === 'dismiss' && (
        <ConfirmDialog
          title={TEXTS.ask.dismissTitle}
          text={TEXTS.ask.dismissText}
          confirm={TEXTS.dismiss}
          harmless
          pending={dismissal.isPending && TEXTS.ask.dismissing}
          error={dismissal.failure}
          onConfirm={() => dismissal.mutate()}
          onCancel={close}
        />
      )}
    </div>
  );
}

function Undo({ id, until }: { id: string; until: string }) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const { mutate, isPending, failure } = useUndoWave(id, () => {
    showToast({ title: TEXTS.done.returned });
    close();
  });
  return (
    <>
      <p className="muted">{TEXTS.undoUntil(until)}</p>
      <div className="row">
        <Button onClick={() => setAsked(true)}>{TEXTS.undo}</Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={TEXTS.ask.undoTitle}
          text={TEXTS.ask.undoText}
          confirm={TEXTS.undo}
          harmless
          pending={isPending && TEXTS.ask.undoing}
          error={failure}
          onConfirm={() => mutate()}
          onCancel={close}
        />
      )}
    </>
  );
}

/** What an interrupted dismissal has not released. */
function Release({ id }: { id: string }) {
  const { mutate, isPending, failure } = useDismissWave(id, () => showToast({ title: TEXTS.done.dismissed }));
  return (
    <>
      <p className="muted" aria-live="polite">
        {failure ?? TEXTS.releasing}
      </p>
      <div className="row">
        <Button pending={isPending && TEXTS.ask.dismissing} onClick={() => mutate()}>
          {TEXTS.release}
        </Button>
      </div>
    </>
  );
}

/** A wave of spam: its size, what it says, its accounts, and the decision. */
export function WavePage({ id }: { id: string }) {
  const { data: wave, error, refetch } = useWave(id);
  const [sparedIds, setSparedIds] = useState<readonly string[]>([]);
  const spare = (userId: string, isSpared: boolean) =>
    setSparedIds((all) => (isSpared ? [...all, userId] : all.filter((known) => known !== userId)));
  if (!wave && error) return <ConsoleFailure error={error} onRetry={() => void refetch()} />;
  if (!wave) return <SkeletonLines text={TEXTS.loading} count={4} />;
  const { state, accounts, texts, sample, removed, createdAt, decidedAt, decidedBy, undoUntil } = wave;
  return (
    <article className="stack">
      <h1 className="h2">{TEXTS.size(accounts, texts)}</h1>
      <div aria-live="polite">
        <Facts
          facts={[
            { name: TEXTS.facts.state, value: TEXTS.states[state] },
            { name: TEXTS.facts.first, value: TEXTS.moment(createdAt) },
            ...(decidedAt === null
              ? []
              : [
                  { name: TEXTS.facts.decided, value: TEXTS.moment(decidedAt) },
                  { name: TEXTS.facts.by, value: decidedBy ? plainNames(decidedBy) : TEXTS.nobody },
                ]),
            ...(removed > 0 || isMoving(wave) ? [{ name: TEXTS.facts.removed, value: removed }] : []),
          ]}
        />
      </div>
      <h2 className="h3">{TEXTS.sample}</h2>
      {sample === null ? (
        <p className="muted">{TEXTS.private}</p>
      ) : (
        <p className="console__text" dir="auto">
          {sample}
        </p>
      )}
      {state === 'open' && <Decision wave={wave} sparedIds={sparedIds} />}
      {wave.isReleasing === true && <Release id={id} />}
      {undoUntil !== null && <Undo id={id} until={undoUntil} />}
      <h2 className="h3">{TEXTS.accounts.title}</h2>
      <Accounts id={id} sparedIds={sparedIds} {...(state === 'open' && { onSpare: spare })} />
    </article>
  );
}
