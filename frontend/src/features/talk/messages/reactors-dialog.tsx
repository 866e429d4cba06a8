import './message-reactions.css';
import { listReactors, type MessageView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listOf } from '../../../api/calls.js';
import { failureMessageOf } from '../../../api/http.js';
import { Avatar } from '../../../ui/avatar.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failure } from '../../../ui/failure.js';
import { MemberNames } from '../../../ui/member-names.js';
import { memberName } from '../../../ui/member-name.js';
import { MoreOnScroll } from '../../../ui/more-on-scroll.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Tabs } from '../../../ui/tabs.js';
import { MemberLink } from '../../people/member-card/index.js';
import { hideMessagePart, useShownMessage } from './message-dialogs.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

const { reactions: TEXTS } = MESSAGE_TEXTS;

function Reactors({ messageId, emoji }: { messageId: string; emoji: string }) {
  const { data, error, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...listOf(listReactors, { id: messageId, emoji }, 0),
    gcTime: 0,
  });
  const reactors = data?.pages.flatMap(({ items }) => items);
  return (
    <div className="reactors">
      {!reactors && !isError && <SkeletonLines text={TEXTS.loading} count={1} />}
      {!reactors && isError && <Failure text={TEXTS.listFailed} onRetry={() => void refetch()} />}
      {reactors?.length === 0 && <p className="faint">{TEXTS.nobody}</p>}
      {reactors && reactors.length > 0 && (
        <ul>
          {reactors.map(({ userId, author }) => (
            <li key={userId}>
              <Avatar name={memberName(author)} src={author.profileImageUrl} size="s" />
              <MemberLink username={author.username} className="link">
                <MemberNames member={author} />
              </MemberLink>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <MoreOnScroll
          name={TEXTS.more}
          pending={isFetchingNextPage}
          error={error ? failureMessageOf(error) : undefined}
          onMore={() => void fetchNextPage()}
        />
      )}
    </div>
  );
}

function ReactorsByEmoji({ message: { id, reactions = [] } }: { message: MessageView }) {
  const [shown, setShown] = useState(reactions[0]?.emoji ?? '');
  return (
    <Tabs
      label={TEXTS.list}
      value={shown}
      onChange={setShown}
      tabs={reactions.map(({ emoji, count }) => ({
        value: emoji,
        title: TEXTS.tab(emoji, count),
        content: <Reactors messageId={id} emoji={emoji} />,
      }))}
    />
  );
}

/** Everyone who reacted to a message when the dialog was opened, a list for each emoji. */
export function ReactorsDialog() {
  const { shown } = useShownMessage();
  useEffect(() => hideMessagePart, []);
  const message = shown?.part === 'reactions' ? shown.message : undefined;
  return (
    <Dialog open={message !== undefined} title={TEXTS.list} onClose={hideMessagePart}>
      {message && <ReactorsByEmoji message={message} />}
    </Dialog>
  );
}
