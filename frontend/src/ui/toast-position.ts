/** Text inputs and submit buttons that a toast must not cover. */
const AVOIDED = '.message-composer, .edit, .composer, .dialog__foot, .auth__panel';
/** Pixels. */
const GAP = 12;
const NAVIGATION = 64;

/**
 * Returns how many pixels to lift a toast so that it covers no composer or sign-in form. Without a free position the toast
 * goes below the navigation.
 */
export function toastLiftPx(toast: DOMRect): number {
  const rects = [...document.querySelectorAll(AVOIDED)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ height, left, right }) => height > 0 && left < toast.right && right > toast.left)
    .toSorted((a, b) => b.bottom - a.bottom);
  let { bottom } = toast;
  for (const rect of rects) {
    if (rect.bottom > bottom - toast.height - GAP && rect.top < bottom + GAP) bottom = rect.top - GAP;
  }
  return toast.bottom - Math.max(bottom, NAVIGATION + GAP + toast.height);
}
