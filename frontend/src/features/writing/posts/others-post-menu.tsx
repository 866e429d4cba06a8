import type { PostView } from '@oniverse/contracts';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { MemberMenu } from '../../safety/safety/index.js';
import { POSTS_TEXTS } from './posts.texts.js';

/** What a member can do about the post of another one. */
export function OthersPostMenu({ post }: { post: PostView }) {
  const member = { id: post.userId, username: post.author.username };
  return (
    <MemberMenu member={member}>
      <ReportMenuItem thing={{ kind: 'post', subjectId: post.id, name: POSTS_TEXTS.menu.thisPost, member }} />
    </MemberMenu>
  );
}
