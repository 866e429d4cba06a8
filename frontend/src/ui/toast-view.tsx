import './action.css';
import { DismissableLayer, Presence } from 'radix-ui/internal';
import { type Ref, type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from './icons.js';
import { keyOf } from './keys.js';
import { dismissToast, type Toast, useToast } from './toast-store.js';
import { toastLiftPx } from './toast-position.js';
import { UI_TEXTS } from './ui.texts.js';
import { useToastSwipe } from './use-toast-swipe.js';
import { useToastTimer } from './use-toast-timer.js';

const HOTKEY = 'F8';

function ToastMark({ destructive }: { destructive: boolean }) {
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
      <circle className="c-accent" cx="14" cy="14" r="2.8" />
    </svg>
  );
}

interface ToastCardProps {
  ref?: Ref<HTMLDivElement>;
  toast: Toast;
}

function ToastCard({ ref, toast: { id, title, description, variant, action, open } }: ToastCardProps) {
  const end = () => dismissToast(id);
  const time = useToastTimer(end);
  const swipe = useToastSwipe(end);
  const destructive = variant === 'destructive';
  return (
    <div
      ref={ref}
      className={destructive ? 'toast toast--bad' : 'toast'}
      data-state={open ? 'open' : 'closed'}
      {...time}
      {...swipe}
    >
      <ToastMark destructive={destructive} />
      <div>
        <b>{title}</b>
        {description && <p>{description}</p>}
        {action && 'path' in action && (
          <a className="act accent" href={action.path}>
            {action.label}
          </a>
        )}
        {action && 'run' in action && (
          <button
            type="button"
            className="act accent"
            onClick={() => {
              end();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="close" aria-label={UI_TEXTS.toasts.dismiss} onClick={end}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Events after which an avoided element may have moved. */
const LAYOUT_EVENTS = ['scroll', 'resize', 'input', 'focusin'] as const;

function useToastLift(place: RefObject<HTMLElement | null>, toast: Toast | null): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!toast || !element) return undefined;
    const lift = () => {
      element.style.setProperty('--toaster-lift', '0px');
      element.style.setProperty('--toaster-lift', `${toastLiftPx(element.getBoundingClientRect())}px`);
    };
    // The layout changes after the event.
    const liftLater = () => requestAnimationFrame(lift);
    lift();
    for (const move of LAYOUT_EVENTS) window.addEventListener(move, liftLater, true);
    return () => LAYOUT_EVENTS.forEach((move) => window.removeEventListener(move, liftLater, true));
  }, [place, toast]);
}

/**
 * A swipe to the right dismisses, F8 focuses. A toast is not a layer over the page: Escape and a click outside an open
 * dialog always apply to the dialog.
 */
export default function ToastView() {
  const toast = useToast((state) => state.toast);
  const place = useRef<HTMLDivElement>(null);
  // The live region must exist before its first toast: screen readers announce only later changes.
  const shown = useDeferredValue(toast, null);
  useEffect(() => {
    const focusOnHotkey = (event: KeyboardEvent) => {
      if (keyOf(event) === HOTKEY) place.current?.focus();
    };
    document.addEventListener('keydown', focusOnHotkey);
    return () => document.removeEventListener('keydown', focusOnHotkey);
  }, []);
  useToastLift(place, shown);
  return (
    <DismissableLayer.Branch asChild>
      <section ref={place} className="toaster" tabIndex={-1} aria-label={UI_TEXTS.toasts.label(HOTKEY)}>
        <div aria-live={shown?.variant === 'destructive' ? 'assertive' : 'polite'} aria-atomic="true">
          <Presence.Root present={shown?.open ?? false}>
            {shown ? <ToastCard key={shown.id} toast={shown} /> : <div />}
          </Presence.Root>
        </div>
      </section>
    </DismissableLayer.Branch>
  );
}
