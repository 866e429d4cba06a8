import {
  archiveServer,
  createPublicServer,
  LIMITS,
  listPublicServers,
  readField,
  restoreServer,
  SERVER_RULES,
  type ServerView,
  updatePublicServer,
} from '@oniverse/contracts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addressOf, listOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { validation } from '../../../forms/rules.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { PageHead } from '../../../ui/page-head.js';
import { SearchField } from '../../../ui/search-field.js';
import { TextArea } from '../../../ui/text-area.js';
import { useDebounced } from '../../../ui/use-debounced.js';
import { GuardedDialog } from '../../account/security/index.js';
import { ConsoleFrame } from './console-frame.js';
import { ConsoleList } from './console-list.js';
import { SEARCH_DELAY_MS } from './console.texts.js';
import { PUBLIC_DIMENSIONS_TEXTS as TEXTS } from './public-dimensions.texts.js';
import { useStaffChange } from './staff-changes.js';

const SHOWN = addressOf(listPublicServers);

interface DimensionDialogProps {
  /** When editing. */
  server?: ServerView;
  onClose: () => void;
}

function DimensionDialog({ server, onClose }: DimensionDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: server?.name ?? '', description: server?.description ?? '' },
  });
  const { errors, isDirty } = formState;
  const change = useStaffChange(
    async (typed: { name: string; description: string }) => {
      const body = {
        name: readField(SERVER_RULES.name, typed.name),
        description: readField(SERVER_RULES.description, typed.description) || null,
      };
      return server ? send(updatePublicServer, { id: server.id, body }) : send(createPublicServer, { body });
    },
    { shows: SHOWN, onDone: onClose },
  );
  return (
    <FormDialog
      title={server ? TEXTS.form.editTitle : TEXTS.form.newTitle}
      {...(!server && { text: TEXTS.form.newText })}
      texts={TEXTS.form}
      isPending={change.isPending}
      isDirty={isDirty}
      error={change.failure}
      onSubmit={handleSubmit((values) => change.run(values))}
      onClose={onClose}
    >
      <Field
        label={TEXTS.form.name}
        autoComplete="off"
        error={errors.name?.message ?? change.messages['name']}
        {...register('name', validation(SERVER_RULES.name))}
      />
      <TextArea
        label={TEXTS.form.description}
        note={TEXTS.form.optional}
        error={errors.description?.message ?? change.messages['description']}
        {...register('description', validation(SERVER_RULES.description))}
        max={LIMITS.description.max}
      />
    </FormDialog>
  );
}

function Actions({ server }: { server: ServerView }) {
  const { id, name, archivedAt } = server;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'archive'>();
  const restoring = useStaffChange(async () => send(restoreServer, { id }), {
    shows: SHOWN,
    failed: TEXTS.restoreFailed,
  });
  const close = () => setDialog(undefined);
  return (
    <div className="row">
      <Button small aria-label={TEXTS.editOf(name)} onClick={() => setDialog('edit')}>
        {TEXTS.edit}
      </Button>
      {archivedAt === null ? (
        <Button small look="quiet" aria-label={TEXTS.archiveOf(name)} onClick={() => setDialog('archive')}>
          {TEXTS.archive}
        </Button>
      ) : (
        <Button
          small
          look="quiet"
          aria-label={TEXTS.restoreOf(name)}
          pending={restoring.isPending && TEXTS.restoring}
          onClick={() => restoring.run(undefined)}
        >
          {TEXTS.restore}
        </Button>
      )}
      {dialog === 'edit' && <DimensionDialog server={server} onClose={close} />}
      {dialog === 'archive' && (
        <GuardedDialog
          {...TEXTS.archiving}
          harmless
          title={TEXTS.archiving.title(name)}
          action={async () => send(archiveServer, { id })}
          onDone={() => void invalidateAndRefetch(client, { queryKey: SHOWN })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The public dimensions of all owners. */
export function PublicDimensionsPage() {
  const [isAdding, setAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const list = useInfiniteQuery({
    ...listOf(listPublicServers, q === '' ? {} : { query: { q } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead
        title={TEXTS.title}
        actions={
          <Button look="primary" onClick={() => setAdding(true)}>
            {TEXTS.add}
          </Button>
        }
      />
      <p className="muted">{TEXTS.text}</p>
      <div className="console__search">
        <SearchField label={TEXTS.search} placeholder={TEXTS.search} value={typed} onChange={setTyped} />
      </div>
      <ConsoleList
        list={list}
        texts={q === '' ? TEXTS.list : { ...TEXTS.list, empty: TEXTS.noneFound }}
        keyOf={({ id }) => id}
      >
        {(server) => (
          <>
            <div>
              <p>
                <Link to="/dimensions/public" search={{ server: server.id }} className="link" dir="auto">
                  {server.name}
                </Link>{' '}
                {server.archivedAt !== null && <Badge tone="warm">{TEXTS.archivedSince}</Badge>}
              </p>
              <p className="small muted" dir="auto">
                {server.description ?? TEXTS.noDescription}
              </p>
              <p className="small faint">{TEXTS.members(server.memberCount)}</p>
            </div>
            <Actions server={server} />
          </>
        )}
      </ConsoleList>
      {isAdding && <DimensionDialog onClose={() => setAdding(false)} />}
    </ConsoleFrame>
  );
}
