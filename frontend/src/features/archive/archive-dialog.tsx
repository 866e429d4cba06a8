import {
  LIMITS,
  type ProfileArchiveView,
  readField,
  RULES,
  type UpdateProfileArchiveBody,
} from '@oniverse/contracts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { holdsTags, tagsIn, textOfTags } from '../../forms/tag-text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { TextArea } from '../../ui/text-area.js';
import { useCapsules } from '../capsules/capsules.queries.js';
import { CAPSULE_TEXTS } from '../capsules/capsules.texts.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';
import { useUpdateArchive } from './profile-archives.queries.js';

const TEXTS = ARCHIVE_TEXTS.edit;
const NONE = 'none';

interface Values {
  title: string;
  markdownContent: string;
  tags: string;
}

/** What was changed: tags that came from the text stay the text's where nobody touched them. */
function changesOf(archive: ProfileArchiveView, values: Values, capsule: string): UpdateProfileArchiveBody {
  const title = readField(RULES.profileArchive.title, values.title);
  const { markdownContent } = values;
  const capsuleId = capsule === NONE ? null : capsule;
  return {
    ...(title !== archive.title && { title }),
    ...(markdownContent !== archive.markdownContent && { markdownContent }),
    ...(values.tags !== textOfTags(archive.tags) && { tags: tagsIn(values.tags) }),
    ...(capsuleId !== archive.capsuleId && { capsuleId }),
  };
}

interface ArchiveDialogProps {
  archive: ProfileArchiveView;
  onClose: () => void;
}

/** Changes a profile archive: its title, text, tags and capsule. */
export function ArchiveDialog({ archive, onClose }: ArchiveDialogProps) {
  const formId = useId();
  const { data: capsules = [] } = useCapsules();
  const [capsule, setCapsule] = useState(archive.capsuleId ?? NONE);
  const { title, markdownContent } = archive;
  const { register, handleSubmit, formState, setError } = useForm<Values>({
    defaultValues: { title, markdownContent, tags: textOfTags(archive.tags) },
  });
  const { errors } = formState;
  const { mutate, isPending } = useUpdateArchive();
  const {
    max: _max,
    maxLength: _maxLength,
    ...text
  } = register('markdownContent', holds(RULES.profileArchive.markdownContent));
  const submit = handleSubmit((values) =>
    mutate(
      { id: archive.id, body: changesOf(archive, values, capsule) },
      {
        onSuccess: onClose,
        onError: (error) =>
          showFields<Values>(error, ['title', 'markdownContent', 'tags'], (name, message) =>
            setError(name, { message }),
          ),
      },
    ),
  );
  return (
    <Dialog
      open
      wide
      title={TEXTS.title}
      busy={isPending}
      onClose={onClose}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {TEXTS.discard}
          </Button>
          <Button look="primary" type="submit" form={formId} pending={isPending && TEXTS.saving}>
            {TEXTS.save}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={TEXTS.name}
          error={errors.title?.message}
          {...register('title', holds(RULES.profileArchive.title))}
        />
        <TextArea
          label={TEXTS.text}
          rows={10}
          max={LIMITS.profileMarkdown.max}
          error={errors.markdownContent?.message}
          {...text}
        />
        <Field
          label={CAPSULE_TEXTS.dialog.tags}
          note={CAPSULE_TEXTS.dialog.optional}
          error={errors.tags?.message}
          {...register('tags', holdsTags)}
        />
        <Select
          label={TEXTS.capsule}
          options={[
            { value: NONE, title: TEXTS.noCapsule },
            ...capsules.map(({ id, name }) => ({ value: id, title: name })),
          ]}
          value={capsule}
          onChange={setCapsule}
        />
      </form>
    </Dialog>
  );
}
