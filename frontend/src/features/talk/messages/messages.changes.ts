import { MESSAGE_RULES, type MessageView, readField } from '@oniverse/contracts';
import { create } from 'zustand';
import { violationOf } from '../../../api/sentences.js';
import { deleteEdit, type EditDraft, editPlace, readEdit, storeEdit } from '../../../session/edit-drafts.js';
import {
  ask,
  type DeleteOperation,
  type EditOperation,
  getChannel,
  hasNewer,
  isSendPending,
  type Operations,
  shownMessages,
  useLog,
} from '../log/index.js';
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
  problem: string | undefined;
  /** Another object each time the edit is asked for, which brings it into view and gives it the focus. */
  asked: { seq: number };
}

interface Changes {
  edit: Edit | null;
  /** What the member is asked about. */
  deleting: { message: MessageView; userId: string } | null;
}

export const useChanges = create<Changes>(() => ({ edit: null, deleting: null }));

/** Returns what an operation on a message says of it. */
const subjectOf = ({ id, channelId, seq }: MessageView) => ({ talkId: channelId, messageId: id, seq });

/** Adds or removes the reader's reaction at once; a refusal takes it back. */
export function react(message: MessageView, userId: string, emoji: string, isMine: boolean): void {
  const subject = subjectOf(message);
  ask({ ...subject, kind: 'react', userId, emoji, isMine });
}

const findChange = (operations: Operations, messageId: string) =>
  operations.find(
    (operation): operation is EditOperation | DeleteOperation =>
      (operation.kind === 'edit' || operation.kind === 'delete') && operation.messageId === messageId,
  );

/** Returns the member's edit or deletion of a message that the server has not confirmed. */
export const useMessageChange = (messageId: string): EditOperation | DeleteOperation | undefined =>
  useLog(({ operations }) => findChange(operations, messageId));

const placeOf = ({ userId, id }: MessageView) => editPlace(userId ?? '', id);

/**
 * Opens a message for editing, with the text of an edit that did not end or is not stored. Another edit keeps its text
 * for the next time.
 */
export function beginEdit(message: MessageView): void {
  const kept = readEdit(placeOf(message));
  const change = findChange(useLog.getState().operations, message.id);
  const unsent = change?.kind === 'edit' ? { text: change.content, base: change.base } : undefined;
  const draft = kept ?? unsent ?? { text: message.content, base: message.content };
  const asked = { seq: message.seq };
  useChanges.setState({
    edit: { message, ...draft, isKept: kept !== undefined, problem: undefined, asked },
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
  const { operations } = useLog.getState();
  if (hasNewer(state) || isSendPending(operations, channelId)) return false;
  const last = shownMessages(state.messages, operations).findLast(
    ({ userId: author, deletedAt, event, thread }) =>
      author === userId && deletedAt === null && !event && !thread?.game,
  );
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

/** Returns the text of a message as the server has it, as far as it is loaded. */
export const storedContentOf = ({ channelId, seq, content }: MessageView): string =>
  getChannel(channelId).messages.find((message) => message.seq === seq)?.content ?? content;

/** Saves the edit, unless there is a newer text, and ends it. @returns whether it did */
export function saveEdit(userId: string): boolean {
  const { edit } = useChanges.getState();
  if (!edit) return false;
  const { message, text, base } = edit;
  const broken = violationOf(MESSAGE_RULES.content, text);
  const content = readField(MESSAGE_RULES.content, text);
  const stored = storedContentOf(message);
  const problem = broken ?? (stored === base || content === stored ? undefined : MESSAGE_TEXTS.chooseText);
  if (problem !== undefined) {
    updateEdit({ problem });
    return false;
  }
  ask({ ...subjectOf(message), kind: 'edit', userId, content, base: stored });
  endEdit();
  return true;
}

export const requestDelete = (message: MessageView, userId: string): void =>
  useChanges.setState({ deleting: { message, userId } });

export const cancelDelete = (): void => useChanges.setState({ deleting: null });

/** Deletes the message of the confirmation. */
export function confirmDelete(): void {
  const { deleting } = useChanges.getState();
  if (deleting) ask({ ...subjectOf(deleting.message), kind: 'delete', userId: deleting.userId });
  cancelDelete();
}
