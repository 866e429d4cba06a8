import { lazyPart } from '../../../ui/lazy-part.js';

export { keepSuspendedSession, useSuspendedSession } from './suspended-session.js';
export const SuspendedPage = lazyPart(() => import('./suspended-page.js'));
export const YourMeasures = lazyPart(() => import('./your-measures.js'));
