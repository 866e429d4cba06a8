import type { BoardView, ImageView } from '@oniverse/contracts';
import { serverMessageOf } from '../../api/http.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useDeleteBoard, useDeleteImage, useDeleteTag, useHideBoard } from './album.mutations.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { nameOf } from './image-name.js';
import { LostPicture, LostPictures } from './lost-pictures.js';

/** What is asked before it is done. */
export type Question =
  | { kind: 'hideBoard'; board: BoardView }
  | { kind: 'deleteBoard'; board: BoardView }
  | { kind: 'deleteImage'; image: ImageView }
  | { kind: 'deleteTag'; tag: string };

const nameIn = (question: Question): string => {
  if ('board' in question) return question.board.name;
  return 'image' in question ? nameOf(question.image) : question.tag;
};

/** Does what a question asks for. */
function useAnswer(question: Question) {
  const hideBoard = useHideBoard();
  const deleteBoard = useDeleteBoard();
  const deleteImage = useDeleteImage();
  const deleteTag = useDeleteTag();
  if (question.kind === 'hideBoard') {
    return { of: hideBoard, go: async () => hideBoard.mutateAsync(question.board.id) };
  }
  if (question.kind === 'deleteBoard') {
    return { of: deleteBoard, go: async () => deleteBoard.mutateAsync(question.board.id) };
  }
  if (question.kind === 'deleteImage') {
    return { of: deleteImage, go: async () => deleteImage.mutateAsync(question.image.id) };
  }
  return { of: deleteTag, go: async () => deleteTag.mutateAsync(question.tag) };
}

interface AlbumQuestionProps {
  question: Question;
  onClose: () => void;
  /** Called once it is done, before it closes. */
  onDone: (question: Question) => void;
}

/** Asks before a picture, a board or a tag is hidden or deleted; stays open where that did not work. */
export function AlbumQuestion({ question, onClose, onDone }: AlbumQuestionProps) {
  const { of, go } = useAnswer(question);
  const texts = ALBUM_TEXTS.ask[question.kind];
  const answer = async () => {
    try {
      await go();
    } catch {
      // The dialog shows why.
      return;
    }
    onDone(question);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={texts.title(nameIn(question))}
      text={texts.text}
      confirm={texts.confirm}
      pending={of.isPending && texts.pending}
      error={of.error ? (serverMessageOf(of.error) ?? ALBUM_TEXTS.unreachable) : undefined}
      onConfirm={() => void answer()}
      onCancel={onClose}
    >
      {question.kind !== 'deleteTag' && (
        <div className="alb__lost">
          {'board' in question ? (
            <LostPictures boardId={question.board.id} />
          ) : (
            <LostPicture image={question.image} />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
