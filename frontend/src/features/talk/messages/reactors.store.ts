import type { MessageView } from '@oniverse/contracts';
import { create } from 'zustand';

/** The message whose reactions are listed in a dialog. */
export const useReactors = create<{ message: MessageView | null }>(() => ({ message: null }));

export const showReactors = (message: MessageView): void => useReactors.setState({ message });
export const hideReactors = (): void => useReactors.setState({ message: null });
