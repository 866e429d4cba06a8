import { deleteMessage, editMessage, type MessageView, readField, RULES } from '@oniverse/contracts';
import { create } from 'zustand';
import { send } from '../../api/calls.js';
import { failureMessageOf } from '../../api/http.js';
import { violationOf } from '../../api/sentences.js';
import { hasPending } from './messages.outbox.js';
import { hasNewer } from './messages.state.js';
import { applyToChannel, getChannel, useMessages } from './messages.store.js';

/** A message being edited. The store has the text, so that it survives scrolling the row out of view. */
export interface Edit {
  message: MessageView;
  text: string;
  state: 'open' | 'saving';
  problem: string | undefined;
}

export interface Deleting {
  message: MessageView;
  state: 'open' | 'deleting';
  problem: string | undefined;
}

interface Changes {
  edit: Edit | null;
  deleting: Deleting | null;
}

const NO_CHANGES: Changes = { edit: null, deleting: null };

export const useChanges = create<Changes>(() => NO_CHANGES);

const failureMessage = (error: unknown) => failureMessageOf(error);

export function beginEdit(message: MessageView): void {
  useChanges.setState({ edit: { message, text: message.content, state: 'open', problem: undefined } });
}

/**
 * Opens a member's last message in a channel for editing, and returns whether it did. It opens none while newer
 * messages are pending or not loaded, because the member means the newest one.
 */
export function editLastMessage(channelId: string, userId: string): boolean {
  const state = getChannel(channelId);
  if (hasNewer(state) || hasPending(useMessages.getState().outbox, channelId)) return false;
  const last = state.messages.findLast((message) => message.userId === userId && message.deletedAt === null);
  if (last) beginEdit(last);
  return last !== undefined;
}

function updateEdit(change: Partial<Edit>): void {
  const { edit } = useChanges.getState();
  if (edit) useChanges.setState({ edit: { ...edit, ...change } });
}

export const updateEditText = (text: string): void => updateEdit({ text, problem: undefined });
export const endEdit = (): void => useChanges.setState({ edit: null });

/** Saves the edit. After a failure the edit stays open and shows the reason. */
export async function saveEdit(): Promise<void> {
  const { edit } = useChanges.getState();
  if (!edit || edit.state === 'saving') return;
  const { message, text } = edit;
  const broken = violationOf(RULES.message.content, text);
  if (broken !== undefined) {
    updateEdit({ problem: broken });
    return;
  }
  const content = readField(RULES.message.content, text);
  if (content === message.content) {
    endEdit();
    return;
  }
  updateEdit({ state: 'saving', problem: undefined });
  try {
    const edited = await send(editMessage, { id: message.id, body: { content } });
    applyToChannel(message.channelId, { type: 'edited', message: edited });
    if (useChanges.getState().edit?.message.id === message.id) endEdit();
  } catch (error) {
    updateEdit({ state: 'open', problem: failureMessage(error) });
  }
}

export function requestDelete(message: MessageView): void {
  useChanges.setState({ deleting: { message, state: 'open', problem: undefined } });
}

export const cancelDelete = (): void => useChanges.setState({ deleting: null });

/** Deletes the message of the confirmation. The tombstone arrives as a live event. */
export async function confirmDelete(): Promise<void> {
  const { deleting } = useChanges.getState();
  if (!deleting || deleting.state === 'deleting') return;
  const { message } = deleting;
  useChanges.setState({ deleting: { message, state: 'deleting', problem: undefined } });
  try {
    await send(deleteMessage, { id: message.id });
    cancelDelete();
  } catch (error) {
    useChanges.setState({ deleting: { message, state: 'open', problem: failureMessage(error) } });
  }
}
