import './member-card.css';
import { type MemberCardView, memberPath } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Dialog, Popover } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { HttpError } from '../../../api/http.js';
import { useOverlayContainer } from '../../../theme/active-theme.js';
import { Avatar } from '../../../ui/avatar.js';
import { buttonClass } from '../../../ui/button.js';
import { MemberNames } from '../../../ui/member-names.js';
import { memberName } from '../../../ui/member-name.js';
import { BookmarkButton } from '../../writing/bookmarks/index.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { MemberMenu } from '../../safety/safety/index.js';
import { WriteButton } from '../../talk/write/index.js';
import { memberCardQuery } from './member-card.queries.js';
import { MEMBER_CARD_TEXTS as TEXTS } from './member-card.texts.js';
import { OnlineBadge, LinkSummary } from './link-summary.js';
import type { OpenedBy } from './use-member-card.js';

const PHONE = '(max-width: 599px)';
export function MemberCardBody({ card, onLeave }: { card: MemberCardView; onLeave: () => void }) {
  const { id, username, profileImageUrl, isOnline, sentence } = card;
  const name = memberName(card);
  return (
    <>
      <div className="member-card__head">
        <span className="member-card__avatar">
          <Avatar name={name} src={profileImageUrl} />
        </span>
        <div>
          <p className="member-card__name names--two" dir="auto">
            <MemberNames member={card} />
          </p>
        </div>
        {isOnline && <OnlineBadge />}
      </div>
      <LinkSummary card={card} />
      {sentence !== null && (
        <p className="muted member-card__status" dir="auto">
          {sentence}
        </p>
      )}
      <div className="member-card__actions">
        <WriteButton member={card} onLeave={onLeave} />
        <BookmarkButton kind="member" subject={id} name={name} />
        <Link
          to="/constellation"
          search={{ around: id, node: id }}
          className={buttonClass({ small: true })}
          aria-label={TEXTS.showName(name)}
          onClick={onLeave}
        >
          {TEXTS.show}
        </Link>
        <Link to={memberPath(username)} className={buttonClass({ small: true })} onClick={onLeave}>
          {TEXTS.profile}
        </Link>
        <MemberMenu member={{ id, username }} onAsk={onLeave}>
          <ReportMenuItem
            thing={{ kind: 'member', subjectId: id, name: `@${username}`, member: { id, username } }}
            onAsk={onLeave}
          />
        </MemberMenu>
      </div>
    </>
  );
}

interface MemberCardProps {
  username: string;
  anchor: HTMLElement;
  by: OpenedBy;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

function Sheet({ name, onClose, children }: { name: string; onClose: () => void; children: ReactNode }) {
  const layer = useOverlayContainer();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal container={layer}>
        <Dialog.Overlay className="member-card-scrim" />
        <Dialog.Content className="member-card member-card--sheet" aria-describedby={undefined}>
          <Dialog.Title className="vh">{name}</Dialog.Title>
          {children}
          <Dialog.Close className="vh">{TEXTS.close}</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Appears when its content is there. Members without a card (private or gone) get nothing. */
export default function MemberCard({ username, anchor, by, onClose, ...pointer }: MemberCardProps) {
  const layer = useOverlayContainer();
  const { data, error } = useQuery(memberCardQuery(username));
  const anchorRef = useRef(anchor);
  const isGone = error instanceof HttpError && error.status === 404;
  useEffect(() => {
    if (error && !data) onClose();
  }, [error, data, onClose]);
  if (!data || isGone) return null;
  const body = <MemberCardBody card={data} onLeave={onClose} />;
  if (by !== 'hover' && window.matchMedia(PHONE).matches) {
    return (
      <Sheet name={memberName(data)} onClose={onClose}>
        {body}
      </Sheet>
    );
  }
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={anchorRef} />
      <Popover.Portal container={layer}>
        <Popover.Content
          className="member-card"
          aria-label={memberName(data)}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onOpenAutoFocus={(event) => {
            if (by === 'hover') event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (by === 'keyboard') anchor.focus();
          }}
          {...pointer}
        >
          {body}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
