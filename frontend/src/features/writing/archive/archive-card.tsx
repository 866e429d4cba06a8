import type { CurrentUser, ProfileArchiveView } from '@oniverse/contracts';
import { Suspense, useId, useState } from 'react';
import { useSession } from '../../../session/session.js';
import { TagRow } from '../../../tags/tag-row.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icons.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { LinkedMarkdown } from '../../people/member-card/index.js';
import { ArchiveDialog } from './archive-dialog.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';
import { DeleteArchiveDialog } from './delete-archive-dialog.js';
import { useUpdateArchive } from './profile-archives.queries.js';
import { RestoreDialog } from './restore-dialog.js';

const TEXTS = ARCHIVE_TEXTS.card;

const CompareDialog = lazyPart(() => import('./compare-dialog.js'));

interface ArchiveMenuProps {
  archive: ProfileArchiveView;
  user: CurrentUser;
}

function ArchiveMenu({ archive, user }: ArchiveMenuProps) {
  const { id, title, isShownPublicly } = archive;
  const [open, setOpen] = useState<'compare' | 'restore' | 'edit' | 'delete'>();
  const { mutate, isPending } = useUpdateArchive();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu button={<IconButton icon="more" name={TEXTS.menu(title)} />}>
        <MenuItem icon="search" onSelect={() => setOpen('compare')}>
          {TEXTS.compare}
        </MenuItem>
        <MenuItem icon="reset" onSelect={() => setOpen('restore')}>
          {TEXTS.restore}
        </MenuItem>
        <MenuItem
          icon={isShownPublicly ? 'private' : 'public'}
          disabled={isPending}
          onSelect={() => mutate({ id, body: { isShownPublicly: !isShownPublicly } })}
        >
          {isShownPublicly ? TEXTS.takeThenAway : TEXTS.showThen}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="edit" onSelect={() => setOpen('edit')}>
          {TEXTS.edit}
        </MenuItem>
        <MenuItem icon="hide" disabled={isPending} onSelect={() => mutate({ id, body: { isHidden: true } })}>
          {TEXTS.hide}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="delete" danger onSelect={() => setOpen('delete')}>
          {TEXTS.delete}
        </MenuItem>
      </Menu>
      {open === 'compare' && (
        <Suspense>
          <CompareDialog archive={archive} user={user} onClose={close} />
        </Suspense>
      )}
      {open === 'restore' && <RestoreDialog archive={archive} user={user} onClose={close} />}
      {open === 'edit' && <ArchiveDialog archive={archive} onClose={close} />}
      {open === 'delete' && <DeleteArchiveDialog archive={archive} onClose={close} />}
    </>
  );
}

interface ArchiveCardProps {
  archive: ProfileArchiveView;
  capsule: string | undefined;
}

export function ArchiveCard({ archive, capsule }: ArchiveCardProps) {
  const [open, setOpen] = useState(false);
  const { user } = useSession();
  const id = useId();
  const { title, markdownContent, tags, userId, createdAt, isShownPublicly } = archive;
  return (
    <article className="archive-card" aria-labelledby={`${id}-title`}>
      <div className="archive-card__head">
        <h3 className="archive-card__title">
          <button
            type="button"
            className="archive-card__button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'up' : 'down'} small />
            <span className="h4" id={`${id}-title`} dir="auto">
              {title}
            </span>
          </button>
        </h3>
        <p className="tiny archive-card__facts">
          <bdi>{capsule ?? TEXTS.noCapsule}</bdi>
          {isShownPublicly && <span className="accent">{TEXTS.shownPublicly}</span>}
          <RelativeTime at={createdAt} />
        </p>
        {user !== null && userId === user.id && <ArchiveMenu archive={archive} user={user} />}
      </div>
      {open && (
        // A scrollable region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="archive-card__content" id={id} aria-labelledby={`${id}-title`} tabIndex={0}>
          <LinkedMarkdown text={markdownContent} authorId={userId} firstHeading={4} />
          <TagRow tags={tags} text={markdownContent} />
        </section>
      )}
    </article>
  );
}
