import { plural } from './plural.js';

/** The texts of the components that many features share. */
export const UI_TEXTS = {
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  /** The title of a failure that has no title of its own. */
  notDone: 'This was not done',
  loading: 'loading...',
  sections: 'Sections',
  /** Between the parts of a list within a sentence. */
  list: { between: ', ', last: ' and ' },
  clearSearch: 'Clear the search',
  strength: (strokes: number, steps: number) => `strength ${strokes} of ${steps}`,
  characters: (left: number) =>
    left < 0 ? `${plural(-left, 'character')} too many` : `${plural(left, 'character')} left`,
  discard: {
    title: 'Discard your changes',
    text: 'They are not saved yet.',
    confirm: 'Discard',
  },
  toasts: {
    label: (hotkey: string) => `Notifications (${hotkey})`,
    dismiss: 'Dismiss',
  },
  copy: {
    linkCopied: { title: 'Link copied' },
    failed: 'Copying failed. You can copy it from here:',
  },
  effects: {
    motion: 'Motion',
    motionHint: 'Ripples, crossfades and everything else that moves.',
    motionOff: 'Your device asks for less motion, so nothing moves.',
    scanlines: 'Scanlines',
    scanlinesHint: 'Fine lines over terminal windows.',
  },
} as const;
