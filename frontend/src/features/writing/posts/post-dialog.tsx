import { LIMITS, POST_EDIT_RULES, type PostView } from '@oniverse/contracts';
import { useState } from 'react';
import { MarkdownItemDialog } from '../../../forms/markdown-item-dialog.js';
import { useEditPost } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';

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
      rules={POST_EDIT_RULES}
      max={LIMITS.postText.max}
      isPending={isPending}
      onSave={(change, callbacks) => mutate({ post, change }, callbacks)}
      onClose={onClose}
    />
  );
}
