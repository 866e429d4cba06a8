import {
  LIMITS,
  type ProfileArchiveView,
  readField,
  RULES,
  type UpdateProfileArchiveBody,
} from '@oniverse/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { LeaveQuestion } from '../../forms/leave-question.js';
import { holds, showFields } from '../../forms/rules.js';
import { holdsTags, tagsIn, textOfTags } from '../../forms/tag-text.js';
import { Field } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { CapsuleSelect } from '../capsules/capsule-select.js';
import { CAPSULE_TEXTS } from '../capsules/capsules.texts.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';
import { useUpdateArchive } from './profile-archives.queries.js';

const TEXTS = ARCHIVE_TEXTS.edit;

interface Values {
  title: string;
  markdownContent: string;
  tags: string;
}

/** What was changed: tags that came from the text stay the text's where nobody touched them. */
function changesOf(
  archive: ProfileArchiveView,
  values: Values,
  capsuleId: string | null,
): UpdateProfileArchiveBody {
  const title = readField(RULES.profileArchive.title, values.title);
  const { markdownContent } = values;
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
  const { title, markdownContent, tags } = archive;
  const [capsuleId, setCapsuleId] = useState(archive.capsuleId);
  const { register, handleSubmit, formState, setError } = useForm<Values>({
    defaultValues: { title, markdownContent, tags: textOfTags(tags) },
  });
  const { errors, isDirty } = formState;
  const { mutate, isPending } = useUpdateArchive();
  const submit = handleSubmit((values) =>
    mutate(
      { id: archive.id, body: changesOf(archive, values, capsuleId) },
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
    <FormDialog
      wide
      title={TEXTS.title}
      texts={TEXTS}
      isPending={isPending}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={TEXTS.name}
        autoComplete="off"
        error={errors.title?.message}
        {...register('title', holds(RULES.profileArchive.title))}
      />
      <TextArea
        label={TEXTS.text}
        rows={10}
        {...register('markdownContent', holds(RULES.profileArchive.markdownContent))}
        max={LIMITS.profileMarkdown.max}
        error={errors.markdownContent?.message}
      />
      <Field
        label={CAPSULE_TEXTS.dialog.tags}
        note={CAPSULE_TEXTS.dialog.optional}
        error={errors.tags?.message}
        {...register('tags', holdsTags)}
      />
      <CapsuleSelect value={capsuleId} onChange={setCapsuleId} />
      <LeaveQuestion isDirty={isDirty} />
    </FormDialog>
  );
}
