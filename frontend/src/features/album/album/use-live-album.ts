import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sentenceOf } from '../../../api/sentences.js';
import { getConnection } from '../../../live/connection.store.js';
import { endAll, onConnected, onLive, startLive } from '../../../live/live.js';
import { showToast } from '../../../ui/toast-store.js';
import { hasUnreadyImage, isListed, replaceImage, refreshAlbum } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';

export function useLiveAlbum(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isFirst = getConnection().status !== 'live';
    startLive();
    return endAll(
      onLive('image:ready', (image) => {
        // A picture from another device is in no list yet.
        if (isListed(client, image.id)) replaceImage(client, image);
        else void refreshAlbum(client);
      }),
      onLive('upload:failed', (failure) => {
        showToast({
          title: ALBUM_TEXTS.toasts.uploadFailed,
          description: sentenceOf(failure),
          variant: 'destructive',
        });
        void refreshAlbum(client);
      }),
      onConnected(() => {
        // The first list is current, unless a picture became ready before the connection was established.
        if (!isFirst || hasUnreadyImage(client)) void refreshAlbum(client);
        isFirst = false;
      }),
    );
  }, [client]);
}
