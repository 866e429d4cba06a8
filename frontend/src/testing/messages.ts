import { useLog } from '../features/talk/log/index.js';

/** A page load has the same effect. */
export const resetMessages = (): void => useLog.setState(useLog.getInitialState(), true);
