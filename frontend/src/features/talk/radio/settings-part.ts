import { lazyPart } from '../../../ui/lazy-part.js';

/** Asks staff about the radio of a channel. */
export const RadioSettingsPart = lazyPart(() => import('./settings-dialog.js'));
