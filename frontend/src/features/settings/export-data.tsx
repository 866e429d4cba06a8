import type { ExportTicket } from '@oniverse/contracts';
import { useMutation } from '@tanstack/react-query';
import { isShape, isText, parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { Button, buttonClass } from '../../ui/button.js';
import { showToast } from '../../ui/toast-store.js';
import { DATA_TEXTS as TEXTS, SETTINGS_TEXTS } from './settings.texts.js';

const isTicket = isShape<ExportTicket>({ url: isText, expiresAt: isText });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** All of one's data as a file: the link is asked for, works once, and is gone after its use. */
export function ExportData() {
  const { data, mutate, isPending, reset } = useMutation({
    mutationFn: async () => parse(isTicket, await http('/api/users/me/export', { method: 'POST' })),
    onError: (error) =>
      showToast({
        title: TEXTS.failed,
        description: serverMessageOf(error) ?? SETTINGS_TEXTS.unreachable,
        variant: 'destructive',
      }),
  });
  return (
    <div className="set__form stack">
      <p className="t2">{TEXTS.text}</p>
      {data ? (
        <>
          <p>
            {/* The browser follows the link first; a used one is worth nothing. */}
            <a
              className={buttonClass({ look: 'primary' })}
              href={data.url}
              download
              onClick={() => setTimeout(reset)}
            >
              {TEXTS.download}
            </a>
          </p>
          <p className="small t3">{TEXTS.once(CLOCK.format(new Date(data.expiresAt)))}</p>
        </>
      ) : (
        <Button pending={isPending && TEXTS.preparing} onClick={() => mutate()}>
          {TEXTS.prepare}
        </Button>
      )}
    </div>
  );
}
