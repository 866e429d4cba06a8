import '../../../frame/chat.css';
import './direct.css';
import {
  CONVERSATION_LIMITS,
  type ConversationView,
  type CurrentUser,
  memberPath,
} from '@oniverse/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { failureMessageOf, HttpError } from '../../../api/http.js';
import type { OpenedInChat } from '../../../frame/chat-address.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Drawer } from '../../../ui/drawer.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icons.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { Menu, MenuItem } from '../../../ui/menu.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { UI_TEXTS } from '../../../ui/ui.texts.js';
import { ChannelFilesButton } from '../channel-files/index.js';
import { isThreadOpen, useIsCovered } from '../threads/index.js';
import { ConversationAside } from './conversation-aside.js';
import { AddMemberDialog, LeaveDialog, NewConversationDialog, RenameDialog } from './conversation-dialogs.js';
import { ConversationList } from './conversation-list.js';
import { ConversationName, plainNameOf } from './conversation-name.js';
import { ConversationPage } from './conversation-page.js';
import { ConversationThread } from './conversation-thread.js';
import { useConversation } from './direct.queries.js';
import { DIRECT_TEXTS as TEXTS } from './direct.texts.js';
import { RequestPage } from './request-page.js';

/** Two stars without a line yet. */
const STARS = [
  { x: 48, y: 72, r: 2.8 },
  { x: 116, y: 38, r: 2.2 },
] as const;
const NOT_YET = [[0, 1]] as const;
const NO_CONVERSATION = { conversationId: undefined };

/** Leads to the list, which is a page of its own on phones. */
function BackLink() {
  return (
    <Link
      to="/direct/{-$conversationId}"
      params={NO_CONVERSATION}
      className={`${buttonClass({ look: 'quiet', small: true })} btn--icon direct__back`}
      aria-label={TEXTS.back}
    >
      <span className="flip">
        <Icon name="right" />
      </span>
    </Link>
  );
}

type Shown = 'add' | 'rename' | 'leave' | 'aside';

interface ActionsProps {
  conversation: ConversationView;
  onShow: (shown: Shown) => void;
}

function ConversationMenu({ conversation, onShow }: ActionsProps) {
  const { isGroup, members } = conversation;
  const [other] = members;
  const navigate = useNavigate();
  return (
    <Menu button={<IconButton small icon="more" name={TEXTS.actions} />}>
      {!isGroup && other && (
        <MenuItem icon="user" onSelect={() => void navigate({ to: memberPath(other.username) })}>
          {TEXTS.menu.profile}
        </MenuItem>
      )}
      {isGroup && members.length + 1 < CONVERSATION_LIMITS.members && (
        <MenuItem icon="plus" onSelect={() => onShow('add')}>
          {TEXTS.menu.add}
        </MenuItem>
      )}
      {isGroup && (
        <MenuItem icon="edit" onSelect={() => onShow('rename')}>
          {TEXTS.menu.rename}
        </MenuItem>
      )}
      <MenuItem icon="logout" onSelect={() => onShow('leave')}>
        {TEXTS.menu.leave}
      </MenuItem>
    </Menu>
  );
}

function Header({ conversation, onShow }: ActionsProps) {
  const { id, isGroup, isWaiting, members, state } = conversation;
  const name = plainNameOf(conversation);
  const isRequest = state === 'requested';
  const displayName = isGroup ? null : (members[0]?.displayName ?? null);
  return (
    <header className="chat__top">
      <BackLink />
      <h2 className="h4 chat__name">
        <ConversationName conversation={conversation} />
      </h2>
      {isRequest && <span className="small faint">{TEXTS.incoming.note}</span>}
      {!isRequest && displayName !== null && (
        <span className="small faint direct__second">
          <bdi>{displayName}</bdi>
        </span>
      )}
      <span className="grow" />
      {!isRequest && !isWaiting && <ChannelFilesButton key={id} place={{ serverId: null, channelId: id }} />}
      <IconButton
        small
        icon="user"
        className="chat__people"
        name={TEXTS.about(name)}
        aria-haspopup="dialog"
        onClick={() => onShow('aside')}
      />
      {!isRequest && <ConversationMenu conversation={conversation} onShow={onShow} />}
    </header>
  );
}

interface OpenConversationProps {
  conversation: ConversationView;
  me: CurrentUser;
  opened: OpenedInChat;
}

function OpenConversation({ conversation, me, opened }: OpenConversationProps) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const name = plainNameOf(conversation);
  const isRequest = conversation.state === 'requested';
  const isThread = !isRequest && isThreadOpen(opened);
  const isCovered = useIsCovered(isThread);
  const leave = useCallback(
    async () => navigate({ to: '/direct/{-$conversationId}', params: NO_CONVERSATION, replace: true }),
    [navigate],
  );
  const aside = (
    <ConversationAside
      conversation={conversation}
      {...(!isRequest && { onLeave: () => setShown('leave') })}
    />
  );
  return (
    <>
      <section className="chat__main" aria-label={(isRequest ? TEXTS.request : TEXTS.conversation)(name)}>
        <Header conversation={conversation} onShow={setShown} />
        {isRequest ? (
          <RequestPage conversation={conversation} onEnded={leave} />
        ) : (
          <ConversationPage
            conversation={conversation}
            me={me}
            targetSeq={isThread ? undefined : opened.message}
            isCovered={isCovered}
          />
        )}
      </section>
      {isThread ? (
        <ConversationThread conversation={conversation} me={me} opened={opened} />
      ) : (
        <aside className="chat__online chat__online--wide" aria-label={TEXTS.about(name)}>
          {aside}
        </aside>
      )}
      {shown === 'aside' && (
        <Drawer side="right" name={TEXTS.about(name)} onClose={close}>
          {aside}
        </Drawer>
      )}
      {shown === 'add' && <AddMemberDialog me={me.id} conversation={conversation} onClose={close} />}
      {shown === 'rename' && <RenameDialog conversation={conversation} onClose={close} />}
      {shown === 'leave' && <LeaveDialog conversation={conversation} onLeft={leave} onClose={close} />}
    </>
  );
}

/** Whether the answer means that the conversation does not exist, as opposed to a temporary failure. */
const isGone = (error: Error | null) => error instanceof HttpError && error.status === 404;

interface NotShownProps {
  isChosen: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** Stands in place of a conversation: none is chosen, or it is not known yet, or cannot be shown. */
function NotShown({ isChosen, error, onRetry }: NotShownProps) {
  if (isChosen && !error) return <LoadingFigure text={TEXTS.loadingOne} />;
  const texts = isChosen ? TEXTS.missing : TEXTS.choose;
  if (!error || isGone(error)) return <EmptyState {...texts} stars={STARS} dotted={NOT_YET} />;
  return (
    <div role="alert">
      <p className="h4">{TEXTS.oneFailed}</p>
      <p className="small muted">{failureMessageOf(error)}</p>
      <Button small onClick={onRetry}>
        {UI_TEXTS.tryAgain}
      </Button>
    </div>
  );
}

interface DirectPageProps {
  /** Undefined while only the list is shown. */
  conversationId: string | undefined;
  /** What the address opens in the conversation. */
  opened: OpenedInChat;
}

/** The member's conversations, one of which may be open. */
export default function DirectPage({ conversationId, opened }: DirectPageProps) {
  const { user } = useSession();
  const [isStarting, setStarting] = useState(false);
  const { data, error, refetch } = useConversation(conversationId);
  const conversation = isGone(error) ? undefined : data;
  usePageTitle(conversation ? plainNameOf(conversation) : TEXTS.title);
  if (!user) return null;
  return (
    <PageFrame className={conversationId === undefined ? 'chat direct' : 'chat direct is-open'}>
      <h1 className="vh">{TEXTS.title}</h1>
      <aside className="chat__channels direct__list" aria-label={TEXTS.panel}>
        <ConversationList
          me={user}
          open={conversation}
          currentId={conversationId}
          currentThread={opened.thread}
          onStart={() => setStarting(true)}
        />
      </aside>
      {conversation ? (
        <OpenConversation key={conversation.id} conversation={conversation} me={user} opened={opened} />
      ) : (
        <section className="chat__main">
          {conversationId !== undefined && (
            <div className="direct__bar">
              <BackLink />
            </div>
          )}
          <div className="chat__middle">
            <NotShown isChosen={conversationId !== undefined} error={error} onRetry={() => void refetch()} />
          </div>
        </section>
      )}
      {isStarting && <NewConversationDialog me={user.id} onClose={() => setStarting(false)} />}
    </PageFrame>
  );
}
