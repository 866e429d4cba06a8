import { createExportAddress } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { send } from '../../../api/calls.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { formatClock } from '../../../ui/dates.js';
import { useGuard } from './confirmation.js';
import { showFailure } from './failures.js';
import { DATA_TEXTS as TEXTS } from './security.texts.js';

/** The link works once and disappears after use. */
export function ExportData() {
  const guard = useGuard();
  const { data, mutate, isPending, reset } = useMutation({
    mutationFn: () => guard(() => send(createExportAddress)),
    onError: (error) => showFailure(TEXTS.failed, error),
  });
  return (
    <div className="security__form stack">
      <p className="muted">{TEXTS.text}</p>
      {data ? (
        <>
          <p>
            {/* Reset after the browser has followed the link. */}
            <a
              className={buttonClass({ look: 'primary' })}
              href={data.url}
              download
              onClick={() => setTimeout(reset)}
            >
              {TEXTS.download}
            </a>
          </p>
          <p className="small faint">{TEXTS.once(formatClock(new Date(data.expiresAt)))}</p>
        </>
      ) : (
        <Button pending={isPending && TEXTS.preparing} onClick={() => mutate()}>
          {TEXTS.prepare}
        </Button>
      )}
    </div>
  );
}
