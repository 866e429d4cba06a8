import type { ProfileArchiveView } from '@oniverse/contracts';
import { useState } from 'react';
import { Failure } from '../../../ui/failure.js';
import { IconButton } from '../../../ui/icon-button.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { DeleteArchiveDialog, useHiddenArchives, useUpdateArchive } from '../../writing/archive/index.js';
import { Section } from '../../../ui/section.js';
import { HIDDEN_TEXTS as TEXTS } from './settings.texts.js';

function DocumentRow({ document, onDelete }: { document: ProfileArchiveView; onDelete: () => void }) {
  const { mutate, isPending } = useUpdateArchive();
  return (
    <li className="settings__row" aria-busy={isPending}>
      <div className="grow">
        <span className="h4" dir="auto">
          {document.title}
        </span>
        <div className="tiny faint">
          <RelativeTime at={document.createdAt} />
        </div>
      </div>
      <IconButton
        icon="show"
        small
        name={TEXTS.unhide(document.title)}
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate({ id: document.id, body: { isHidden: false } });
        }}
      />
      <IconButton
        icon="delete"
        small
        className="danger"
        name={TEXTS.delete(document.title)}
        onClick={onDelete}
      />
    </li>
  );
}

export function HiddenDocuments() {
  const list = useHiddenArchives();
  const { archives, isError, hasNextPage, refetch } = list;
  const [deleting, setDeleting] = useState<ProfileArchiveView>();
  return (
    <Section title={TEXTS.documents(archives?.length, hasNextPage)}>
      {!archives && !isError && <SkeletonLines text={TEXTS.loadingDocuments} count={1} />}
      {!archives && isError && <Failure text={TEXTS.documentsFailed} onRetry={() => void refetch()} />}
      {archives?.length === 0 && <p className="faint">{TEXTS.noDocuments}</p>}
      {archives && archives.length > 0 && (
        <ul className="settings__list">
          {archives.map((document) => (
            <DocumentRow key={document.id} document={document} onDelete={() => setDeleting(document)} />
          ))}
        </ul>
      )}
      <MoreOfList name={TEXTS.moreDocuments} list={list} />
      {deleting && <DeleteArchiveDialog archive={deleting} onClose={() => setDeleting(undefined)} />}
    </Section>
  );
}
