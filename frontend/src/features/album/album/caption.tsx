import { useSession } from '../../../session/session.js';
import { MessageContent } from '../../talk/messages/index.js';

/** The description of a picture, in the Markdown of messages. */
export function Caption({ text }: { text: string }) {
  const { user } = useSession();
  return <MessageContent content={text} me={user?.username ?? ''} />;
}
