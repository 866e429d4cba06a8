import type { PostView } from '@oniverse/contracts';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js';
import { PostDialog } from './post-dialog.js';
import { useDeletePost } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';

const TEXTS = POSTS_TEXTS.menu;

interface PostMenuProps {
  post: PostView;
  onDeleted?: () => void;
}

function DeletePost({ post, onClose, onDeleted }: PostMenuProps & { onClose: () => void }) {
  const { mutate, isPending } = useDeletePost();
  const { ask, pending } = POSTS_TEXTS.remove;
  return (
    <ConfirmDialog
      open
      {...ask(post.title)}
      pending={isPending && pending}
      onCancel={onClose}
      onConfirm={() => mutate(post, { onSettled: onClose, ...(onDeleted && { onSuccess: onDeleted }) })}
    />
  );
}

export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu button={<IconButton icon="more" small name={TEXTS.name(post.title)} />}>
        <MenuItem icon="edit" onSelect={() => setOpen('edit')}>
          {TEXTS.edit}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="delete" danger onSelect={() => setOpen('delete')}>
          {TEXTS.delete}
        </MenuItem>
      </Menu>
      {open === 'edit' && <PostDialog post={post} onClose={close} />}
      {open === 'delete' && <DeletePost post={post} onClose={close} {...(onDeleted && { onDeleted })} />}
    </>
  );
}
