import type { ConversationView } from '@oniverse/contracts';
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
