import type { BoardView, ImageView } from '@oniverse/contracts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { useDeleteBoard, useDeleteImage, useDeleteTag, useHideBoard } from './album.mutations.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { nameOf } from './image-parts.js';
import { AffectedPicture, AffectedPictures } from './affected-pictures.js';

export type Confirmation =
  | { kind: 'hideBoard'; board: BoardView }
  | { kind: 'deleteBoard'; board: BoardView }
  | { kind: 'deleteImage'; image: ImageView }
  | { kind: 'deleteTag'; tag: string };

const subjectOf = (confirmation: Confirmation): string => {
  if ('board' in confirmation) return confirmation.board.name;
  return 'image' in confirmation ? nameOf(confirmation.image) : confirmation.tag;
};

function useConfirmedAction(confirmation: Confirmation) {
  const hideBoard = useHideBoard();
  const deleteBoard = useDeleteBoard();
  const deleteImage = useDeleteImage();
  const deleteTag = useDeleteTag();
  if (confirmation.kind === 'hideBoard') {
    return { mutation: hideBoard, run: async () => hideBoard.mutateAsync(confirmation.board.id) };
  }
  if (confirmation.kind === 'deleteBoard') {
    return { mutation: deleteBoard, run: async () => deleteBoard.mutateAsync(confirmation.board.id) };
  }
  if (confirmation.kind === 'deleteImage') {
    return { mutation: deleteImage, run: async () => deleteImage.mutateAsync(confirmation.image.id) };
  }
  return { mutation: deleteTag, run: async () => deleteTag.mutateAsync(confirmation.tag) };
}

interface AlbumConfirmDialogProps {
  confirmation: Confirmation;
  onClose: () => void;
  /** Called after success, before the dialog closes. */
  onDone: (confirmation: Confirmation) => void;
}

/** Stays open on a failure, about which the mutation shows a toast. */
export function AlbumConfirmDialog({ confirmation, onClose, onDone }: AlbumConfirmDialogProps) {
  const { mutation, run } = useConfirmedAction(confirmation);
  const texts = ALBUM_TEXTS.confirmations[confirmation.kind];
  const confirm = async () => {
    try {
      await run();
    } catch {
      // The mutation has shown a toast.
      return;
    }
    onDone(confirmation);
    onClose();
  };
  return (
    <ConfirmDialog
      title={texts.title(subjectOf(confirmation))}
      text={texts.text}
      confirm={texts.confirm}
      pending={mutation.isPending && texts.pending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {confirmation.kind !== 'deleteTag' && (
        <div className="album__lost">
          {'board' in confirmation ? (
            <AffectedPictures boardId={confirmation.board.id} />
          ) : (
            <AffectedPicture image={confirmation.image} />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
