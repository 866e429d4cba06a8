import type { PostView } from '@oniverse/contracts';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { useDeletePost, useFetchWholePost } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { MemberMenu } from '../../safety/safety/index.js';

/** What a member can do about the post of another one. */
export function OthersPostMenu({ post }: { post: PostView }) {
  const member = { id: post.userId, username: post.author.username };
  return (
    <MemberMenu member={member}>
      <ReportMenuItem thing={{ kind: 'post', subjectId: post.id, name: POSTS_TEXTS.menu.thisPost, member }} />
    </MemberMenu>
  );
}

/** Loads with the first edit. */
const PostDialog = lazyPart(() => import('./post-dialog.js'));

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
      {...ask(post.title)}
      pending={isPending && pending}
      onCancel={onClose}
      onConfirm={() => mutate(post, { onSettled: onClose, ...(onDeleted && { onSuccess: onDeleted }) })}
    />
  );
}

export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const [edited, setEdited] = useState<PostView>();
  const [isDeleting, setDeleting] = useState(false);
  const { mutate: fetchWhole, isPending } = useFetchWholePost(setEdited);
  return (
    <>
      <Menu button={<IconButton icon="more" small name={TEXTS.name(post.title)} />}>
        <MenuItem icon="edit" onSelect={() => !isPending && fetchWhole(post)}>
          {TEXTS.edit}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="delete" danger onSelect={() => setDeleting(true)}>
          {TEXTS.delete}
        </MenuItem>
      </Menu>
      {edited && (
        <Suspense fallback={null}>
          <PostDialog post={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
      {isDeleting && (
        <DeletePost post={post} onClose={() => setDeleting(false)} {...(onDeleted && { onDeleted })} />
      )}
    </>
  );
}
