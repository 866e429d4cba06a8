import { limitStorage, listStorage, STORAGE_LIMIT, type StorageUsage } from '@oniverse/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addressOf, listOf, send } from '../../../api/calls.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { MemberNames } from '../../../ui/member-names.js';
import { PageHead } from '../../../ui/page-head.js';
import { SearchField } from '../../../ui/search-field.js';
import { useDebounced } from '../../../ui/use-debounced.js';
import { ConsoleFrame } from './console-frame.js';
import { ConsoleList } from './console-list.js';
import { SEARCH_DELAY_MS } from './console.texts.js';
import { useStaffChange } from './staff-changes.js';
import { STORAGE_TEXTS as TEXTS } from './storage.texts.js';

const MIB = 1_024 ** 2;

const { min, max } = STORAGE_LIMIT;

function validateLimit(text: string): true | string {
  if (text.trim() === '') return true;
  const megabytes = Number(text);
  return (
    (Number.isInteger(megabytes) && megabytes >= min && megabytes <= max) ||
    TEXTS.form.bad(max.toLocaleString('en'))
  );
}

const typedLimit = (bytes: number, isOwn: boolean): string => (isOwn ? String(bytes / MIB) : '');
const limitOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

function LimitsDialog({ usage, onClose }: { usage: StorageUsage; onClose: () => void }) {
  const { userId, username, pictureLimit, attachmentLimit } = usage;
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      pictures: typedLimit(pictureLimit, usage.hasOwnPictureLimit),
      files: typedLimit(attachmentLimit, usage.hasOwnAttachmentLimit),
    },
  });
  const { errors, isDirty } = formState;
  const change = useStaffChange(
    async ({ pictures, files }: { pictures: string; files: string }) =>
      send(limitStorage, {
        userId,
        body: { pictureMegabytes: limitOf(pictures), attachmentMegabytes: limitOf(files) },
      }),
    { shows: addressOf(listStorage), onDone: onClose },
  );
  return (
    <FormDialog
      title={TEXTS.limitsOf(username)}
      text={TEXTS.form.text}
      texts={TEXTS.form}
      isPending={change.isPending}
      isDirty={isDirty}
      error={change.failure}
      onSubmit={handleSubmit((values) => change.run(values))}
      onClose={onClose}
    >
      <Field
        label={TEXTS.form.pictures}
        inputMode="numeric"
        autoComplete="off"
        error={errors.pictures?.message ?? change.messages['pictureMegabytes']}
        {...register('pictures', { validate: validateLimit })}
      />
      <Field
        label={TEXTS.form.files}
        inputMode="numeric"
        autoComplete="off"
        error={errors.files?.message ?? change.messages['attachmentMegabytes']}
        {...register('files', { validate: validateLimit })}
      />
    </FormDialog>
  );
}

function Usage({ usage }: { usage: StorageUsage }) {
  const [isOpen, setOpen] = useState(false);
  const { username, pictures, pictureBytes, pictureLimit, attachmentBytes, attachmentLimit } = usage;
  return (
    <>
      <div>
        <p>
          <MemberNames member={usage} />{' '}
          {(usage.hasOwnPictureLimit || usage.hasOwnAttachmentLimit) && (
            <Badge tone="warm">{TEXTS.own}</Badge>
          )}
        </p>
        <p className="small faint">{TEXTS.pictures(pictures, pictureBytes, pictureLimit)}</p>
        <p className="small faint">{TEXTS.files(attachmentBytes, attachmentLimit)}</p>
      </div>
      <Button small aria-label={TEXTS.limitsOf(username)} onClick={() => setOpen(true)}>
        {TEXTS.limits}
      </Button>
      {isOpen && <LimitsDialog usage={usage} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What members store, and limits of their own. */
export function StoragePage() {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const list = useInfiniteQuery({
    ...listOf(listStorage, q === '' ? {} : { query: { q } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead title={TEXTS.title} />
      <p className="muted">{TEXTS.text}</p>
      <div className="console__search">
        <SearchField label={TEXTS.search} placeholder={TEXTS.search} value={typed} onChange={setTyped} />
      </div>
      <ConsoleList
        list={list}
        texts={q === '' ? TEXTS.list : { ...TEXTS.list, empty: TEXTS.noneFound }}
        keyOf={({ userId }) => userId}
      >
        {(usage) => <Usage usage={usage} />}
      </ConsoleList>
    </ConsoleFrame>
  );
}
