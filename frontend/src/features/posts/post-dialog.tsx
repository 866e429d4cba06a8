import { LIMITS, type PostView, RULES } from '@oniverse/contracts';
import { MarkdownItemDialog } from '../../forms/markdown-item-dialog.js';
import { useChangePost } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';

const POST_RULES = {
  title: RULES.post.title,
  markdownContent: RULES.postEdit.markdownContent,
} as const;

interface PostDialogProps {
  post: PostView;
  onClose: () => void;
}

export function PostDialog({ post, onClose }: PostDialogProps) {
  const { title, markdownContent, tags } = post;
  const { mutate, isPending } = useChangePost();
  return (
    <MarkdownItemDialog
      title={POSTS_TEXTS.edit.title}
      texts={POSTS_TEXTS.edit}
      item={{ title, markdownContent, tags }}
      rules={POST_RULES}
      max={LIMITS.postText.max}
      isPending={isPending}
      onSave={(change, onError) => mutate({ post, change }, { onSuccess: onClose, onError })}
      onClose={onClose}
    />
  );
}
