import type { Wait } from '../../../../objects/with-retries.js';
import { Button } from '../../../../ui/button.js';
import { formatSecond } from '../../../../ui/dates.js';
import { Progress } from '../../../../ui/progress.js';
import { ALBUM_TEXTS } from '../album.texts.js';
import { discardUpload, retryUpload, useUpload } from './upload.store.js';

const texts = ALBUM_TEXTS.uploads;

function WaitNote({ wait }: { wait: Wait | null }) {
  if (!wait) return null;
  return (
    <p className="small muted">
      {wait.for === 'network' ? texts.offlineText : texts.limited(formatSecond(wait.until))}
    </p>
  );
}

export function UploadTray() {
  const { upload } = useUpload();
  if (upload.phase !== 'sending' && upload.phase !== 'failed') return null;
  const isFailed = upload.phase === 'failed';
  return (
    <section className="album__tray" aria-label={texts.label}>
      <div>
        <Progress
          label={isFailed ? texts.failed(upload.name) : texts.uploading(upload.name)}
          done={isFailed ? null : upload.fraction}
          error={isFailed ? upload.reason : undefined}
        />
        <output>{!isFailed && <WaitNote wait={upload.wait} />}</output>
      </div>
      <div className="row">
        {isFailed && (
          <Button small onClick={() => void retryUpload()}>
            {texts.tryAgain}
          </Button>
        )}
        <Button small look="quiet" onClick={() => void discardUpload()}>
          {isFailed ? texts.discard : texts.cancel}
        </Button>
      </div>
    </section>
  );
}
