import './blur.css';
import type { ImageView } from '@oniverse/contracts';
import { useMemo } from 'react';
import { useSession } from '../../../session/session.js';
import { MessageContent } from '../../talk/messages/index.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { blurDataUrl } from './blur-data-url.js';

export function Blur({ hash }: { hash: string }) {
  const url = useMemo(() => blurDataUrl(hash), [hash]);
  if (url === undefined) return null;
  return <div className="picture__blur" aria-hidden="true" style={{ backgroundImage: `url(${url})` }} />;
}

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
