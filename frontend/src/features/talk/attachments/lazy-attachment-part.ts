import { lazyPart } from '../../../ui/lazy-part.js';

export const AttachmentPart = lazyPart(() => import('./attachment-part.js'));
