import { deleteMessage, editMessage, MESSAGE_RULES, type MessageView, readField } from '@oniverse/contracts';
import { create } from 'zustand';
import { send } from '../../../api/calls.js';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { deleteEdit, type EditDraft, editPlace, readEdit, storeEdit } from '../../../session/edit-drafts.js';
import { hasPending } from '../log/operations.js';
import { hasNewer } from '../log/channel.js';
import { applyToChannel, getChannel, useMessages } from '../log/log.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { getComposerField } from './use-composer.js';

/** A message being edited. The store has the text, so that it survives scrolling the row out of view. */
export interface Edit {
  message: MessageView;
  text: string;
  /** The stored text that the member has seen. */
  base: string;
  /** Whether the text was kept from an edit that did not end, as by a reload. */
  isKept: boolean;
  state: 'open' | 'saving';
  problem: string | undefined;
  /** Another object each time the edit is asked for, which brings it into view and gives it the focus. */
  asked: { seq: number };
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

const placeOf = ({ userId, id }: MessageView) => editPlace(userId ?? '', id);

/** Opens a message for editing, with the text of an edit that did not end. Another edit keeps its text for the next time. */
export function beginEdit(message: MessageView): void {
  const kept = readEdit(placeOf(message));
  const draft = kept ?? { text: message.content, base: message.content };
  const asked = { seq: message.seq };
  useChanges.setState({
    edit: { message, ...draft, isKept: kept !== undefined, state: 'open', problem: undefined, asked },
  });
}

/**
 * Opens a member's last message in a channel for editing, and returns whether it did. It opens none while newer
 * messages are pending or not loaded, because the member means the newest one. An edit on the page with unsaved
 * changes takes the focus instead.
 */
export function editLastMessage(channelId: string, userId: string): boolean {
  const { edit } = useChanges.getState();
  if (edit && edit.text !== edit.base && getComposerField(edit.message.channelId)) {
    updateEdit({ asked: { ...edit.asked } });
    return true;
  }
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

function updateDraft(change: Partial<EditDraft>): void {
  const { edit } = useChanges.getState();
  if (!edit) return;
  const { text, base } = { ...edit, ...change };
  storeEdit(placeOf(edit.message), { text, base });
  updateEdit({ text, base, problem: undefined });
}

export const updateEditText = (text: string): void => updateDraft({ text });

/** Replaces the text by a newer one of another device. */
export const takeNewerText = (content: string): void => updateDraft({ text: content, base: content });

/** Lets the text of the edit replace a newer one of another device. */
export const keepOwnText = (content: string): void => updateDraft({ base: content });

/** Ends the edit, whose text is saved or given up. */
export function endEdit(): void {
  const { edit } = useChanges.getState();
  if (edit) deleteEdit(placeOf(edit.message), edit);
  useChanges.setState({ edit: null });
}

const storedContentOf = ({ channelId, seq, content }: MessageView): string =>
  getChannel(channelId).messages.find((message) => message.seq === seq)?.content ?? content;

/** Saves the edit, unless there is a newer text. After a failure the edit stays open and shows the reason. */
export async function saveEdit(): Promise<void> {
  const { edit } = useChanges.getState();
  if (!edit || edit.state === 'saving') return;
  const { message, text, base } = edit;
  const broken = violationOf(MESSAGE_RULES.content, text);
  if (broken !== undefined) {
    updateEdit({ problem: broken });
    return;
  }
  const content = readField(MESSAGE_RULES.content, text);
  const stored = storedContentOf(message);
  if (content === stored) {
    endEdit();
    return;
  }
  if (stored !== base) {
    updateEdit({ problem: MESSAGE_TEXTS.chooseText });
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
