import { type AttachmentView, LIMITS, POST_EDIT_RULES, type PostView } from '@oniverse/contracts';
import { useRef, useState } from 'react';
import { MarkdownItemDialog } from '../../../forms/markdown-item-dialog.js';
import { showToast } from '../../../ui/toast-store.js';
import {
  AddFilesButton,
  ATTACHMENT_TEXTS,
  closeTray,
  discardTray,
  readyRefs,
  rebaseTray,
  recheckFiles,
  type TrayPlace,
  TraySlot,
  useIsTrayChanged,
  useTray,
  useTrayProblem,
} from '../../talk/attachments/index.js';
import { useEditPost } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';

const NO_FILES: readonly AttachmentView[] = [];

interface PostFilesProps {
  place: TrayPlace;
  stored: readonly AttachmentView[];
  problem: string | undefined;
}

/** The files of a post that its author edits. */
function PostFiles({ place, stored, problem }: PostFilesProps) {
  const part = useRef<HTMLDivElement | null>(null);
  /** The dialog takes what is dropped and pasted on it. */
  const dialog = useRef<HTMLElement | null>(null);
  const { isOver, onFiles } = useTray(place, dialog, stored);
  return (
    <div
      ref={(element) => {
        part.current = element;
        dialog.current = element?.closest<HTMLElement>('[role="dialog"]') ?? null;
      }}
      className="post-files"
    >
      <div className="tray-box tray-box--framed">
        <TraySlot
          place={place}
          isOver={isOver}
          onDone={() => part.current?.querySelector<HTMLElement>(':scope > button')?.focus()}
        />
      </div>
      <AddFilesButton onFiles={onFiles} />
      <output className="small">{problem}</output>
    </div>
  );
}

interface PostDialogProps {
  post: PostView;
  onClose: () => void;
}

/** The editor of a post. */
export default function PostDialog({ post: opened, onClose }: PostDialogProps) {
  const [post, setPost] = useState(opened);
  const { title, markdownContent, tags, attachments: stored = NO_FILES } = post;
  const place = { userId: post.userId, placeId: `edit:${post.id}` };
  const hasChangedFiles = useIsTrayChanged(place, stored);
  const problem = useTrayProblem(place);
  const { mutate, isPending } = useEditPost((newer) => {
    setPost(newer);
    if (JSON.stringify(newer.attachments ?? NO_FILES) === JSON.stringify(stored)) return;
    rebaseTray(place, newer.attachments ?? NO_FILES);
    showToast({ ...ATTACHMENT_TEXTS.changedElsewhere, variant: 'destructive' });
  });
  return (
    <MarkdownItemDialog
      thing={`post:${post.id}`}
      title={POSTS_TEXTS.edit.title}
      texts={POSTS_TEXTS.edit}
      item={{ title, markdownContent, tags }}
      rules={POST_EDIT_RULES}
      max={LIMITS.postText.max}
      isPending={isPending}
      isChanged={hasChangedFiles}
      isBlocked={problem !== undefined}
      onSave={(texts, callbacks) => {
        const change = { ...texts, ...(hasChangedFiles && { attachments: readyRefs(place) }) };
        mutate(
          { post, change },
          {
            onSuccess: () => {
              closeTray(place);
              callbacks.onSuccess();
            },
            onError: (error) => {
              recheckFiles(place, error);
              callbacks.onError(error);
            },
          },
        );
      }}
      onClose={() => {
        discardTray(place);
        onClose();
      }}
    >
      <PostFiles place={place} stored={stored} problem={problem} />
    </MarkdownItemDialog>
  );
}
