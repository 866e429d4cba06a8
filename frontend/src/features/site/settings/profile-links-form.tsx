import type { CurrentUser } from '@oniverse/contracts';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../../forms/rules.js';
import { Button } from '../../../ui/button.js';
import { TextArea } from '../../../ui/text-area.js';
import { PROFILE_TAB_TEXTS as TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';

interface Values {
  profileLinks: string;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The addresses of the member's other pages, one on each line. */
export function ProfileLinksForm({ user }: { user: CurrentUser }) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { profileLinks: user.profileLinks.join('\n') },
  });
  const { mutate, isPending } = useChangeProfile(() => TEXTS.linksSaved, TEXTS.failed);
  const submit = ({ profileLinks }: Values) =>
    mutate(
      { profileLinks: linesOf(profileLinks) },
      {
        onError: (error) =>
          showFieldErrors<Values>(error, ['profileLinks'], (name, message) => setError(name, { message })),
      },
    );
  // The bounds of numbers, which have another type, do not apply.
  const { min: _min, max: _max, ...field } = register('profileLinks');
  return (
    <form className="settings__form stack" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <TextArea
        label={TEXTS.links}
        note={TEXTS.linksNote}
        rows={3}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.profileLinks?.message}
        {...field}
      />
      <Button type="submit" pending={isPending && TEXTS.saving}>
        {TEXTS.saveLinks}
      </Button>
    </form>
  );
}
