import type { ConversationView } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { isolated } from '../../../ui/member-name.js';
import { MESSAGE_TEXTS } from '../messages/index.js';
import { DIRECT_TEXTS as TEXTS } from './direct.texts.js';

type Named = Pick<ConversationView, 'name' | 'members'>;

/** Returns what a conversation is called: its name, or the Oni IDs of its other members. */
const namesOf = ({ name, members }: Named): [string, ...string[]] => {
  const [first, ...others] = members.map(({ username }) => username);
  if (name !== null) return [name];
  return first === undefined ? [MESSAGE_TEXTS.departedMember] : [first, ...others];
};

/** Returns the Oni IDs of members, for a sentence. Messages call them by those, too. */
export const oniIdsOf = (members: ConversationView['members']): ReactNode[] =>
  members.map(({ userId, username: oniId }) => <bdi key={userId}>{oniId}</bdi>);

/** Returns the name of a conversation, for a text without elements. */
export const plainNameOf = (conversation: Named): string =>
  namesOf(conversation).map(isolated).join(TEXTS.separator);

/** The name of a conversation. Each part is isolated from text of another direction. */
export function ConversationName({ conversation }: { conversation: Named }) {
  return namesOf(conversation).map((name, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- two members may have had one name
    <span key={index}>
      {index > 0 && TEXTS.separator}
      <bdi>{name}</bdi>
    </span>
  ));
}
