import { TOAST } from '@oniverse/contracts';
import { Toast as Radix } from 'radix-ui';
import { Icon } from './icons.js';
import { dismissToast, type Toast, useToast } from './toast-store.js';

function Mark({ destructive }: { destructive: boolean }) {
  if (destructive) {
    return (
      <svg className="toast__mark" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <path className="toast__line" d="M12.2 7.6L7 18M15.8 7.6L21 18" />
        <circle cx="14" cy="4.6" r="2.4" />
        <circle cx="5.4" cy="21.6" r="2.4" />
        <circle cx="22.6" cy="21.6" r="2.4" />
      </svg>
    );
  }
  return (
    <svg className="toast__mark" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
      <circle className="c-ring" cx="14" cy="14" r="12" opacity=".4" />
      <circle className="c-ring" cx="14" cy="14" r="7" opacity=".8" />
      <circle className="c-acc" cx="14" cy="14" r="2.8" />
    </svg>
  );
}

function OneToast({ toast }: { toast: Toast }) {
  const destructive = toast.variant === 'destructive';
  return (
    <Radix.Root
      key={toast.id}
      className={destructive ? 'toast toast--bad' : 'toast'}
      type={destructive ? 'foreground' : 'background'}
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
    >
      <Mark destructive={destructive} />
      <div>
        <Radix.Title asChild>
          <b>{toast.title}</b>
        </Radix.Title>
        {toast.description && (
          <Radix.Description asChild>
            <p>{toast.description}</p>
          </Radix.Description>
        )}
      </div>
      <Radix.Close className="x" aria-label="Dismiss">
        <Icon name="close" />
      </Radix.Close>
    </Radix.Root>
  );
}

/** Where toasts are shown: one at once, for five seconds, swiped away to the right, reached with F8. */
export default function ToastView() {
  const toast = useToast((state) => state.toast);
  return (
    <Radix.Provider
      duration={TOAST.durationMs}
      swipeDirection={TOAST.swipeDirection}
      swipeThreshold={TOAST.swipeThreshold}
    >
      {toast && <OneToast key={toast.id} toast={toast} />}
      <Radix.Viewport className="toaster" hotkey={[TOAST.hotkey]} />
    </Radix.Provider>
  );
}
