import { LIMITS, type PostView, RULES } from '@oniverse/contracts';
import { useState } from 'react';
import { MarkdownItemDialog } from '../../../forms/markdown-item-dialog.js';
import { useEditPost } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';

const POST_RULES = {
  title: RULES.post.title,
  markdownContent: RULES.postEdit.markdownContent,
} as const;

interface PostDialogProps {
  post: PostView;
  onClose: () => void;
}

export function PostDialog({ post: opened, onClose }: PostDialogProps) {
  const [post, setPost] = useState(opened);
  const { title, markdownContent, tags } = post;
  const { mutate, isPending } = useEditPost(setPost);
  return (
    <MarkdownItemDialog
      thing={`post:${post.id}`}
      title={POSTS_TEXTS.edit.title}
      texts={POSTS_TEXTS.edit}
      item={{ title, markdownContent, tags }}
      rules={POST_RULES}
      max={LIMITS.postText.max}
      isPending={isPending}
      onSave={(change, callbacks) => mutate({ post, change }, callbacks)}
      onClose={onClose}
    />
  );
}
