import { create } from 'zustand';

/** The message that the reader asked to see; another object each time. */
export const useAskedJump = create<{ jump: { channelId: string; seq: number } | null }>(() => ({
  jump: null,
}));

/** Jumps to a message in the list of its channel or thread, which is on the page. */
export const jumpToMessage = (channelId: string, seq: number): void =>
  useAskedJump.setState({ jump: { channelId, seq } });
