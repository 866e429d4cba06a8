import { may, type RadioTrackView, type RadioView, type WaitingTrackView } from '@oniverse/contracts';
import { useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Dialog } from '../../../ui/dialog.js';
import { MemberNames } from '../../../ui/member-names.js';
import { MemberLink } from '../../people/member-card/index.js';
import type { Viewer } from '../messages/index.js';
import { AddTrackButton } from './add-track-button.js';
import { useRemoveTrack, type useAddTrack } from './radio.queries.js';
import { RADIO_TEXTS as TEXTS } from './radio.texts.js';

interface OrderDialogProps {
  radio: RadioView;
  playingId: string | undefined;
  me: Viewer;
  /** Undefined for those who may not add files. */
  adding: ReturnType<typeof useAddTrack> | undefined;
  onClose: () => void;
}

/** The tracks of a radio in their order, and those of the reader that do not play. */
export default function OrderDialog({ radio, playingId, me, adding, onClose }: OrderDialogProps) {
  const [removed, setRemoved] = useState<Pick<RadioTrackView, 'id' | 'title'> | null>(null);
  const removal = useRemoveTrack(radio.channelId);
  const mayRemove = (track: RadioTrackView) =>
    track.addedBy.username === me.username
      ? may(me.standing, 'deleteOwnMessages')
      : may(me.standing, 'deleteMessages');
  const removeButton = (track: Pick<RadioTrackView, 'id' | 'title'>) => (
    <Button small look="quiet" aria-label={TEXTS.removeOf(track.title)} onClick={() => setRemoved(track)}>
      {TEXTS.remove}
    </Button>
  );
  const { title, text, confirm } = TEXTS.removal;
  return (
    <Dialog
      title={TEXTS.orderTitle}
      text={TEXTS.orderText}
      onClose={onClose}
      {...(adding && { actions: <AddTrackButton adding={adding} /> })}
    >
      {radio.tracks.length === 0 && <p className="faint">{TEXTS.empty}</p>}
      <ol className="radio-order" aria-label={TEXTS.orderTitle}>
        {radio.tracks.map((track) => (
          <li key={track.id} aria-current={track.id === playingId || undefined}>
            <div className="radio-order__text">
              <b>
                <bdi>{track.title}</bdi>
              </b>
              <span className="small faint">
                {track.id === playingId && <span className="radio-order__now">{TEXTS.playing} · </span>}
                {TEXTS.length(track.durationMs)} · {TEXTS.addedBy}{' '}
                <MemberLink username={track.addedBy.username}>
                  <MemberNames member={track.addedBy} />
                </MemberLink>
              </span>
            </div>
            {mayRemove(track) && removeButton(track)}
          </li>
        ))}
        {radio.waiting.map((track: WaitingTrackView) => (
          <li key={track.id}>
            <div className="radio-order__text">
              <b>
                <bdi>{track.title}</bdi>
              </b>
              <span className={track.refusal === null ? 'small faint' : 'small danger'}>
                {track.refusal === null ? TEXTS.waiting : TEXTS.refusals[track.refusal]}
              </span>
            </div>
            {removeButton(track)}
          </li>
        ))}
      </ol>
      {removed && (
        <ConfirmDialog
          title={title}
          text={text(removed.title)}
          confirm={confirm}
          pending={removal.isPending && TEXTS.removing}
          error={removal.error ? failureMessageOf(removal.error) : undefined}
          onConfirm={() => removal.mutate(removed.id, { onSuccess: () => setRemoved(null) })}
          onCancel={() => setRemoved(null)}
        />
      )}
    </Dialog>
  );
}
