import type { ImageView } from '@oniverse/contracts';
import { useSession } from '../../../session/session.js';
import { MessageContent } from '../../talk/messages/index.js';
import { ALBUM_TEXTS } from './album.texts.js';

/** Returns what a picture is called: its title, else its description. */
export const nameOf = ({
  title,
  description,
}: Pick<ImageView, 'title'> & Partial<Pick<ImageView, 'description'>>): string =>
  title || description || ALBUM_TEXTS.card.untitled;

/** The description of a picture, in the Markdown of messages. */
export function Caption({ text }: { text: string }) {
  const { user } = useSession();
  return <MessageContent content={text} me={user?.username ?? ''} />;
}
