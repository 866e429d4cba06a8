import { useEffect } from 'react';
import { Button } from '../../../ui/button.js';
import { Progress } from '../../../ui/progress.js';
import { ALBUM_TEXTS } from '../album.texts.js';
import { dropUpload, retryUpload, useUpload } from './upload.store.js';

/** Asks before the page is left while a picture is on its way. */
function useLeaveGuard(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}

/** The picture that is on its way, or did not arrive. */
export function UploadTray() {
  const { upload } = useUpload();
  useLeaveGuard(upload.phase === 'sending');
  const texts = ALBUM_TEXTS.uploads;
  if (upload.phase !== 'sending' && upload.phase !== 'failed') return null;
  const isFailed = upload.phase === 'failed';
  return (
    <section className="alb__tray" aria-label={texts.label}>
      <Progress
        label={isFailed ? texts.failed(upload.name) : texts.uploading(upload.name)}
        done={isFailed ? null : upload.part}
        error={isFailed ? upload.reason : undefined}
      />
      <div className="row">
        {isFailed && (
          <Button small onClick={() => void retryUpload()}>
            {texts.tryAgain}
          </Button>
        )}
        <Button small look="quiet" onClick={() => void dropUpload()}>
          {isFailed ? texts.discard : texts.cancel}
        </Button>
      </div>
    </section>
  );
}
