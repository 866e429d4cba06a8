import type { Wait } from '../../../objects/retrying.js';
import { Button } from '../../../ui/button.js';
import { Progress } from '../../../ui/progress.js';
import { ALBUM_TEXTS } from '../album.texts.js';
import { dropUpload, retryUpload, useUpload } from './upload.store.js';

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const texts = ALBUM_TEXTS.uploads;

/** What the upload waits for. */
function Waiting({ wait }: { wait: Wait | null }) {
  if (!wait) return null;
  return (
    <p className="small t2">
      {wait.for === 'network' ? texts.offlineText : texts.limited(TIME.format(wait.until))}
    </p>
  );
}

/** The picture that is on its way, or did not arrive. */
export function UploadTray() {
  const { upload } = useUpload();
  if (upload.phase !== 'sending' && upload.phase !== 'failed') return null;
  const isFailed = upload.phase === 'failed';
  return (
    <section className="alb__tray" aria-label={texts.label}>
      <div>
        <Progress
          label={isFailed ? texts.failed(upload.name) : texts.uploading(upload.name)}
          done={isFailed ? null : upload.part}
          error={isFailed ? upload.reason : undefined}
        />
        <output>{!isFailed && <Waiting wait={upload.wait} />}</output>
      </div>
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
