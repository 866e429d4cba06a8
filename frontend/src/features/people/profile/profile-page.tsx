import './profile.css';
import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { UnsavedChangesPrompt } from '../../../forms/unsaved-changes-prompt.js';
import { useConnection } from '../../../live/connection.store.js';
import { useSession } from '../../../session/session.js';
import { AvatarButton } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Halo } from '../../../ui/halo.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { memberName } from '../../../ui/member-name.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { StatusBar } from '../../../ui/status-bar.js';
import { Window } from '../../../ui/window.js';
import { AccessDenied } from '../../../frame/access-denied.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { ProfileBody } from './profile-body.js';
import { ProfileEditor } from './profile-editor.js';
import { ProfileFrame } from './profile-frame.js';
import { AVATAR_TEXTS, EDITOR_TEXTS, PICTURE_TEXTS, PROFILE_TEXTS } from './profile.texts.js';
import { useAddedTag } from './use-added-tag.js';
import { useAvatarUpload } from './use-avatar-upload.js';
import { usePictureUploads } from './use-picture-uploads.js';
import { type ProfileEditorState, useProfileEditor } from './use-profile-editor.js';
import { useSaveKeys } from './use-save-keys.js';

const OWN_DESKTOP_PAGES = ['archive', 'album', 'constellation'] as const;

/** The member is online unless the connection is known to be down. */
function OnlineBadge() {
  const isDown = useConnection(({ status }) => ['lost', 'offline', 'ended'].includes(status));
  if (isDown) return <Badge>{PROFILE_TEXTS.offline}</Badge>;
  return (
    <Badge filled tone="accent">
      {PROFILE_TEXTS.online}
    </Badge>
  );
}

interface EditButtonProps {
  editor: ProfileEditorState;
  isUploading: boolean;
  save: () => void;
}

function EditButton({ editor, isUploading, save }: EditButtonProps) {
  if (editor.text === undefined) {
    return (
      <Button small onClick={editor.edit}>
        {PROFILE_TEXTS.edit}
      </Button>
    );
  }
  const waiting = isUploading && PICTURE_TEXTS.waiting;
  return (
    <Button small look="primary" pending={editor.isPending ? PROFILE_TEXTS.saving : waiting} onClick={save}>
      {PROFILE_TEXTS.save}
    </Button>
  );
}

function DraftQuestion({ editor }: { editor: ProfileEditorState }) {
  const { text, open, remove } = EDITOR_TEXTS.draftQuestion;
  return (
    <div className="profile__ask">
      <output className="small">{text}</output>
      <Button small onClick={editor.openDraft}>
        {open}
      </Button>
      <Button small look="quiet" onClick={editor.deleteDraft}>
        {remove}
      </Button>
    </div>
  );
}

function OwnProfile({ user }: { user: CurrentUser }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { input, src, reason, isPending, choose, onChosen } = useAvatarUpload(user);
  const editor = useProfileEditor(user);
  const pictures = usePictureUploads(area, editor.setText);
  const { text } = editor;
  useAddedTag(user, area, editor);
  const save = () => {
    if (!pictures.isUploading) editor.save();
  };
  useSaveKeys(text !== undefined, save);
  return (
    <ProfileFrame profile={user} loading={PROFILE_TEXTS.loading} desktopPages={OWN_DESKTOP_PAGES}>
      <Halo id={user.id} />
      <div className="wrap profile__inner">
        <Window title={memberName(user)} plain back={text !== undefined}>
          <StatusBar
            member={user}
            avatar={
              <AvatarButton
                name={memberName(user)}
                src={src}
                label={AVATAR_TEXTS.label}
                hoverLabel={AVATAR_TEXTS.word}
                pending={isPending && AVATAR_TEXTS.pending}
                onClick={choose}
              />
            }
            presence={<OnlineBadge />}
            actions={
              <>
                <Link to="/archive" className={buttonClass({ small: true })}>
                  {PROFILE_TEXTS.archive}
                </Link>
                <Link to="/album" className={buttonClass({ small: true })}>
                  {PROFILE_TEXTS.album}
                </Link>
                <EditButton editor={editor} isUploading={pictures.isUploading} save={save} />
              </>
            }
          />
          <input
            ref={input}
            className="vh"
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label={AVATAR_TEXTS.file}
            onChange={onChosen}
          />
          {reason !== undefined && (
            <p className="error profile__why" role="alert">
              {reason}
            </p>
          )}
          {editor.needsDecision && <DraftQuestion editor={editor} />}
          {text === undefined && <ProfileBody user={user} onEdit={editor.edit} />}
        </Window>
        {text !== undefined && (
          <ProfileEditor authorId={user.id} text={text} editor={editor} pictures={pictures} area={area} />
        )}
      </div>
      <UnsavedChangesPrompt isDirty={editor.isDirty} text={EDITOR_TEXTS.leaveQuestion} />
    </ProfileFrame>
  );
}

export function ProfilePage() {
  usePageTitle(PROFILE_TEXTS.title);
  const { status, user } = useSession();
  if (user) return <OwnProfile key={user.id} user={user} />;
  return (
    <PageFrame className="profile">
      {status === 'loading' && <LoadingFigure text={PROFILE_TEXTS.loading} />}
      {status === 'anonymous' && <AccessDenied text={PROFILE_TEXTS.denied} />}
    </PageFrame>
  );
}
