import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnected, onLive, startLive } from '../../live/live.js';
import { showToast } from '../../ui/toast-store.js';
import { isListed, putImage, refreshAlbum } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';

/** Keeps the album in step with the server: pictures that become ready, and those that show themselves broken. */
export function useLiveAlbum(): void {
  const client = useQueryClient();
  useEffect(() => {
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
      onConnected(() => void refreshAlbum(client)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}
