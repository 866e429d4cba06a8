import { useMessages } from '../features/messages/messages.store.js';

/** A page load has the same effect. */
export const resetMessages = (): void => useMessages.setState(useMessages.getInitialState(), true);
