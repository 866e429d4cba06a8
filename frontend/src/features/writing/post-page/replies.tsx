import '../../../ui/action.css';
import './replies.css';
import type { CurrentUser, PostView, ReplyView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Avatar } from '../../../ui/avatar.js';
import { buttonClass } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { memberName } from '../../../ui/member-name.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { MoreButton } from '../../../ui/more-button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { AttachedFiles } from '../../talk/attachments/index.js';
import { MessageContent } from '../../talk/messages/index.js';
import { usePostActions } from '../posts/index.js';
import { MemberLink } from '../../people/member-card/index.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { MemberMenu } from '../../safety/safety/index.js';
import { REPLIES_TEXTS as TEXTS } from './post-page.texts.js';
import { repliesQuery, useDeleteReply } from './replies.queries.js';
import { ReplyForm } from './reply-form.js';

interface ReplyBranchProps {
  look: 'reply' | 'own' | 'gone' | 'new';
}

/** A quarter curve from the spine to the dot of a reply. It stops before the dot. */
export function ReplyBranch({ look }: ReplyBranchProps) {
  return (
    <svg className={`reply__branch is-${look}`} width="50" height="34" viewBox="0 0 50 34" aria-hidden="true">
      <path className={look === 'new' ? 'c-dotted' : 'c-line'} d="M0 0C0 18 12 28 34 28" />
      <circle className="reply__dot" cx="43" cy="28" r="4" />
    </svg>
  );
}

interface Thread {
  first: ReplyView;
  answers: ReplyView[];
}

/** Groups replies, oldest first, into threads. A reply follows the one that it answers. */
function threadsOf(replies: readonly ReplyView[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const reply of replies) {
    if (reply.parentId === null) threads.set(reply.id, { first: reply, answers: [] });
    else threads.get(reply.parentId)?.answers.push(reply);
  }
  return [...threads.values()];
}

interface ReplyProps {
  reply: ReplyView;
  post: PostView;
  me: CurrentUser;
  /** Undefined while replies are closed. */
  onReply: (() => void) | undefined;
}

function DeleteReply({ reply, name, onClose }: { reply: ReplyView; name: string; onClose: () => void }) {
  const { mutate, isPending } = useDeleteReply(reply.postId);
  const { title, text, confirm, pending } = TEXTS.deletion;
  return (
    <ConfirmDialog
      title={title(name)}
      text={text}
      confirm={confirm}
      pending={isPending && pending}
      onConfirm={() => mutate(reply.id, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}

function Reply({ reply, post, me, onReply }: ReplyProps) {
  const [isDeleting, setDeleting] = useState(false);
  const nameId = useId();
  const { author, userId, content, attachments, isHeld = false, createdAt } = reply;
  if (!author) {
    return (
      <>
        <ReplyBranch look="gone" />
        <div className="reply__facts">
          <span>{TEXTS.deleted}</span>
          <RelativeTime at={createdAt} />
        </div>
      </>
    );
  }
  const name = memberName(author);
  const isOwn = userId === me.id;
  return (
    <article aria-labelledby={nameId}>
      <ReplyBranch look={isOwn ? 'own' : 'reply'} />
      <div className="reply__facts">
        <MemberLink className="reply__author" username={author.username}>
          <Avatar name={name} src={author.profileImageUrl} size="s" />
          <b id={nameId} className={isOwn ? 'reply__self' : undefined} dir="auto">
            {name}
          </b>
        </MemberLink>
        <RelativeTime at={createdAt} />
      </div>
      {content !== '' && (
        <div className="reply__text">
          <MessageContent content={content} me={me.username} />
        </div>
      )}
      <AttachedFiles attachments={attachments} />
      {isHeld && <p className="small muted">{TEXTS.held}</p>}
      <div className="reply__actions">
        {onReply && (
          <button type="button" className="act" aria-describedby={nameId} onClick={onReply}>
            {MENU_ICONS.reply}
            {TEXTS.reply}
          </button>
        )}
        {(isOwn || post.userId === me.id) && (
          <button type="button" className="act" aria-describedby={nameId} onClick={() => setDeleting(true)}>
            <Icon name="delete" />
            {TEXTS.delete}
          </button>
        )}
        {!isOwn && userId !== null && (
          <MemberMenu member={{ id: userId, username: author.username }}>
            <ReportMenuItem
              thing={{
                kind: 'reply',
                subjectId: reply.id,
                name: TEXTS.thisReply,
                member: { id: userId, username: author.username },
              }}
            />
          </MemberMenu>
        )}
      </div>
      {isDeleting && <DeleteReply reply={reply} name={name} onClose={() => setDeleting(false)} />}
    </article>
  );
}

function ThreadView({ thread, post, me }: { thread: Thread; post: PostView; me: CurrentUser }) {
  const [answered, setAnswered] = useState<ReplyView>();
  const reply = (item: ReplyView) => (
    <Reply
      reply={item}
      post={post}
      me={me}
      onReply={post.areRepliesClosed ? undefined : () => setAnswered(item)}
    />
  );
  const to = answered?.author;
  return (
    <li className="reply">
      {reply(thread.first)}
      {(thread.answers.length > 0 || answered) && (
        <ol className="reply__replies">
          {thread.answers.map((answer) => (
            <li className="reply" key={answer.id}>
              {reply(answer)}
            </li>
          ))}
          {answered && to && !post.areRepliesClosed && (
            <li className="reply" key="new">
              <ReplyBranch look="new" />
              <ReplyForm
                key={answered.id}
                postId={post.id}
                writer={me}
                to={memberName(to)}
                parentId={answered.id}
                initialText={answered.parentId === null ? '' : `@${to.username} `}
                focused
                onDone={() => setAnswered(undefined)}
              />
            </li>
          )}
        </ol>
      )}
    </li>
  );
}

function RepliesForMember({ post, me }: { post: PostView; me: CurrentUser }) {
  const query = useInfiniteQuery(repliesQuery(post.id));
  const isAnswering = useLocation({ select: ({ hash }) => hash === 'reply' });
  const { toggleReplies, isPending: isChanging } = usePostActions();
  const replies = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <div className="replies__head">
        <h2 className="h3">{TEXTS.title}</h2>
        {post.userId === me.id && (
          <button
            type="button"
            className="act"
            aria-disabled={isChanging(post)}
            onClick={() => {
              if (!isChanging(post)) toggleReplies(post);
            }}
          >
            {post.areRepliesClosed ? TEXTS.open : TEXTS.close}
          </button>
        )}
      </div>
      {query.isPending && <SkeletonLines text={TEXTS.loading} />}
      {query.isError && <Failure small text={TEXTS.failed} onRetry={() => void query.refetch()} />}
      {query.isSuccess && replies.length === 0 && <p className="small muted replies__none">{TEXTS.none}</p>}
      <ol aria-label={TEXTS.title}>
        {threadsOf(replies).map((thread) => (
          <ThreadView key={thread.first.id} thread={thread} post={post} me={me} />
        ))}
      </ol>
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} className="replies__more" />
      {post.areRepliesClosed ? (
        <p className="small muted">{TEXTS.closed}</p>
      ) : (
        <div className="reply reply--new">
          <ReplyBranch look="new" />
          <ReplyForm postId={post.id} writer={me} to={memberName(post.author)} focused={isAnswering} />
        </div>
      )}
    </>
  );
}

/** The replies to a post, as branches of its spine. Visitors do not see them. */
export function Replies({ post, me }: { post: PostView; me: CurrentUser | null }) {
  return (
    <section className="replies" aria-label={TEXTS.title}>
      {me ? (
        <RepliesForMember post={post} me={me} />
      ) : (
        <>
          <h2 className="h3 replies__head">{TEXTS.title}</h2>
          <p className="small muted">{TEXTS.invitation}</p>
          <Link to="/auth" className={`${buttonClass({ small: true })} replies__join`}>
            {TEXTS.join}
          </Link>
        </>
      )}
    </section>
  );
}
