import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connectionNow } from '../../live/connection.store.js';
import { onConnected, onLive, startLive } from '../../live/live.js';
import { showToast } from '../../ui/toast-store.js';
import { isAnyUnready, isListed, putImage, refreshAlbum } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';

/** Keeps the album in step with the server: pictures that become ready, and those that show themselves broken. */
export function useLiveAlbum(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isFirst = connectionNow().status !== 'live';
    startLive();
    const stops = [
      onLive('image:ready', (image) => {
        // Another device may have made it: then it is in no list here yet.
        if (isListed(client, image.id)) putImage(client, image);
        else void refreshAlbum(client);
      }),
      onLive('upload:failed', ({ message }) => {
        showToast({
          title: ALBUM_TEXTS.toasts.uploadFailed,
          description: message,
          variant: 'destructive',
        });
        void refreshAlbum(client);
      }),
      onConnected(() => {
        // What was asked for while the connection was on its way holds, but for pictures that were made ready meanwhile.
        if (!isFirst || isAnyUnready(client)) void refreshAlbum(client);
        isFirst = false;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}
