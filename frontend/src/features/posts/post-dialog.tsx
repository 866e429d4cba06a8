import { LIMITS, type PostView, RULES } from '@oniverse/contracts';
import { WrittenDialog } from '../../forms/written-dialog.js';
import { useChangePost } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';

const RULES_OF_POSTS = {
  title: RULES.post.title,
  markdownContent: RULES.postEdit.markdownContent,
} as const;

interface PostDialogProps {
  post: PostView;
  onClose: () => void;
}

/** Changes a post: its title, its text and its tags. */
export function PostDialog({ post, onClose }: PostDialogProps) {
  const { title, markdownContent, tags } = post;
  const { mutate, isPending } = useChangePost();
  return (
    <WrittenDialog
      title={POSTS_TEXTS.edit.title}
      texts={POSTS_TEXTS.edit}
      written={{ title, markdownContent, tags }}
      rules={RULES_OF_POSTS}
      max={LIMITS.postText.max}
      isPending={isPending}
      onSave={(change, onError) => mutate({ post, change }, { onSuccess: onClose, onError })}
      onClose={onClose}
    />
  );
}
