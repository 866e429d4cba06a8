import { type CurrentUser, FIRST_MESSAGES_FROM } from '@oniverse/contracts';
import { RadioList } from '../../../ui/radio-list.js';
import { Section } from '../../../ui/section.js';
import { ProfileSwitch } from './profile-switch.js';
import { FIRST_MESSAGES_TEXTS as TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';

const CHOICES = FIRST_MESSAGES_FROM.map((value) => ({ value, ...TEXTS.choices[value] }));

/** Asks whose first messages reach the member, and whether others see what the member has read. A choice is saved at once. */
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
      <ProfileSwitch user={user} name="showsSeenMarks" texts={TEXTS.seen} failed={TEXTS.failed} />
    </Section>
  );
}
