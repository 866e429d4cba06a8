import { REPORT_NOTE, REPORT_REASONS, type ReportReason, MODERATION_LIMITS } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { RadioList } from '../../../ui/radio-list.js';
import { TextArea } from '../../../ui/text-area.js';
import { askToBlock, useChangeHiding, useHiddenMembers } from '../safety/index.js';
import type { ReportedThing } from './report-request.js';
import { useCreateReport } from './reports.queries.js';
import { REASON_TEXTS, REPORT_TEXTS as TEXTS } from './reports.texts.js';

const CHOICES = REPORT_REASONS.map((value) => ({ value, title: REASON_TEXTS[value] }));

interface ReportDialogProps {
  thing: ReportedThing;
  onClose: () => void;
}

/** Says what happens next, and offers to block the member. */
function Sent({ thing: { member }, onClose }: ReportDialogProps) {
  const { title, text, list, done, block } = TEXTS.sent;
  const hiding = useHiddenMembers();
  const isBlockable = member !== undefined && hiding?.get(member.id) !== 'blocked';
  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      actions={
        <>
          {isBlockable && (
            <Button
              onClick={() => {
                onClose();
                // The closing dialog restores the focus first.
                setTimeout(() => askToBlock(member));
              }}
            >
              {block(member.username)}
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            {done}
          </Button>
        </>
      }
    >
      <Link
        to="/settings"
        search={{ tab: 'privacy' }}
        className={buttonClass({ look: 'quiet', small: true })}
        onClick={onClose}
      >
        {list}
      </Link>
    </Dialog>
  );
}

const NO_NOTE = { note: '' };

/** Asks what is wrong with a thing, and sends the report. */
export default function ReportDialog({ thing, onClose }: ReportDialogProps) {
  const { name, kind, subjectId, member, blocks = false } = thing;
  const { mutate, isPending, isSuccess, error } = useCreateReport();
  const { mutate: hide } = useChangeHiding();
  const [reason, setReason] = useState<ReportReason>();
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const kept = useKeptValues(`report:${subjectId}`, {
    stored: NO_NOTE,
    values: { note },
    setValues: (texts) => setNote(texts.note),
  });
  const noteError = violationOf(REPORT_NOTE, note);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason !== undefined && noteError === undefined) {
      mutate(
        { kind, subjectId, reason, note },
        {
          onSuccess: () => {
            kept.forget();
            if (blocks && member) hide({ member, hiding: 'blocked', hide: true });
          },
        },
      );
    }
  };
  if (isSuccess) return <Sent thing={thing} onClose={onClose} />;
  return (
    <FormDialog
      title={TEXTS.title(name)}
      text={TEXTS.text}
      texts={blocks ? { ...TEXTS, confirm: TEXTS.confirmAndBlock } : TEXTS}
      isPending={isPending}
      isDirty={note.trim() !== ''}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={send}
      onClose={() => {
        kept.forget();
        onClose();
      }}
    >
      <KeptNotice kept={kept} />
      <RadioList
        label={TEXTS.reason}
        choices={CHOICES}
        value={reason}
        error={isTried && reason === undefined ? TEXTS.noReason : undefined}
        onChange={setReason}
      />
      {reason === 'threat' && <output className="hint">{TEXTS.urgent}</output>}
      <TextArea
        label={TEXTS.note}
        note={TEXTS.noteHint}
        max={MODERATION_LIMITS.reportNote.max}
        value={note}
        error={isTried ? noteError : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
