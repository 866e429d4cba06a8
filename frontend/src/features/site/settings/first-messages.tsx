import { type CurrentUser, FIRST_MESSAGES_FROM } from '@oniverse/contracts';
import { RadioList } from '../../../ui/radio-list.js';
import { Section } from '../../../ui/section.js';
import { FIRST_MESSAGES_TEXTS as TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';

const CHOICES = FIRST_MESSAGES_FROM.map((value) => ({ value, ...TEXTS.choices[value] }));

/** Asks whose first messages reach the member. A choice is saved at once. */
export function FirstMessages({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useChangeProfile(() => TEXTS.saved, TEXTS.failed);
  return (
    <Section title={TEXTS.section}>
      <RadioList
        label={TEXTS.label}
        choices={CHOICES}
        value={(isPending ? variables.firstMessagesFrom : undefined) ?? user.firstMessagesFrom}
        onChange={(firstMessagesFrom) => {
          if (!isPending) mutate({ firstMessagesFrom });
        }}
      />
    </Section>
  );
}
