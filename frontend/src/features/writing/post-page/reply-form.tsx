import { LIMITS, readField, REPLY_RULES } from '@oniverse/contracts';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { readDraft, storeDraft } from '../../../session/text-drafts.js';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { FieldError } from '../../../ui/field.js';
import { keyOf } from '../../../ui/keys.js';
import { memberName } from '../../../ui/member-name.js';
import { CompletionStrip, useCompletion } from '../../site/completion/index.js';
import {
  AddFilesButton,
  discardTray,
  readyRefs,
  recheckFiles,
  releaseFiles,
  TraySlot,
  useTray,
  useTrayFiles,
  useTrayProblem,
} from '../../talk/attachments/index.js';
import { REPLIES_TEXTS as TEXTS } from './post-page.texts.js';
import { useReply } from './replies.queries.js';

const SHOW_REMAINING_BELOW = 200;

export interface Writer {
  username: string;
  displayName: string | null;
  profileImageUrl: string | null;
}

interface ReplyFormProps {
  postId: string;
  writer: Writer;
  /** Who is answered. */
  to: string;
  /** The answered reply; absent for one to the post. */
  parentId?: string;
  initialText?: string;
  focused: boolean;
  onDone?: () => void;
}

/** Ctrl+Enter or Cmd+Enter sends. Escape closes a form inside a thread. */
export function ReplyForm(props: ReplyFormProps) {
  const { postId, writer, to, parentId, initialText = '', focused, onDone } = props;
  const { user } = useSession();
  const userId = user?.id ?? '';
  const place = parentId ?? postId;
  const trayPlace = { userId, placeId: place };
  const form = useRef<HTMLFormElement>(null);
  const { isOver, onFiles } = useTray(trayPlace, form);
  const hasFiles = useTrayFiles(trayPlace).length > 0;
  const filesProblem = useTrayProblem(trayPlace);
  const [text, setText] = useState(() => readDraft(userId, place) || initialText);
  const change = (next: string) => {
    setText(next);
    storeDraft(userId, place, next === initialText ? '' : next);
  };
  const { mutate, isPending, error } = useReply(postId);
  const field = useRef<HTMLTextAreaElement>(null);
  const completion = useCompletion({ field, text, write: change, userId });
  const errorId = useId();
  useEffect(() => {
    const area = field.current;
    if (!focused || !area) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [focused]);
  const content = readField(REPLY_RULES.content, text);
  const room = LIMITS.reply.max - Array.from(content).length;
  const send = () => {
    if ((content === '' && !hasFiles) || filesProblem !== undefined || room < 0 || isPending) return;
    const attachments = readyRefs(trayPlace);
    mutate(
      {
        content,
        ...(parentId !== undefined && { parentId }),
        ...(attachments.length > 0 && { attachments }),
      },
      {
        onSuccess: () => {
          change('');
          releaseFiles(trayPlace, attachments);
          onDone?.();
        },
        onError: (refusal) => recheckFiles(trayPlace, refusal),
      },
    );
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKey(event)) return;
    const key = keyOf(event);
    if (key === 'Escape') onDone?.();
    if (key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const label = TEXTS.replyTo(to);
  return (
    <form ref={form} className="reply__form" onSubmit={onSubmit}>
      <Avatar name={memberName(writer)} src={writer.profileImageUrl} size="s" />
      <div>
        <CompletionStrip list={completion.list} />
        <textarea
          ref={field}
          className={error || room < 0 ? 'input reply__input is-bad' : 'input reply__input'}
          rows={1}
          dir="auto"
          aria-label={label}
          placeholder={label}
          value={text}
          readOnly={isPending}
          aria-invalid={Boolean(error) || room < 0}
          aria-describedby={errorId}
          onChange={(event) => {
            change(event.target.value);
            completion.onTyped(event);
          }}
          onBlur={completion.close}
          onKeyDown={onKeyDown}
          {...completion.field}
        />
        <div className="tray-box tray-box--framed reply__files">
          <TraySlot place={trayPlace} isOver={isOver} onDone={() => field.current?.focus()} />
        </div>
        <output id={`${errorId}-files`} className="small">
          {filesProblem}
        </output>
        <span id={errorId}>
          {room <= SHOW_REMAINING_BELOW && (
            <span className={room < 0 ? 'tiny danger' : 'tiny'}>{TEXTS.left(room)}</span>
          )}
          {error && <FieldError id={`${errorId}-text`} text={failureMessageOf(error)} />}
        </span>
      </div>
      <span className="reply__send">
        <AddFilesButton onFiles={onFiles} />
        <Button
          type="submit"
          look="primary"
          pending={isPending && TEXTS.sending}
          disabled={filesProblem !== undefined}
          {...(filesProblem !== undefined && { 'aria-describedby': `${errorId}-files` })}
        >
          {TEXTS.reply}
        </Button>
        {onDone && (
          <Button
            look="quiet"
            onClick={() => {
              change('');
              discardTray(trayPlace);
              onDone();
            }}
          >
            {TEXTS.cancel}
          </Button>
        )}
      </span>
    </form>
  );
}
