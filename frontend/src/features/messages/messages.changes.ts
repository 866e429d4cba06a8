import { brokenRule, readField, RULES, type MessageView } from '@oniverse/contracts';
import { create } from 'zustand';
import { isRecord, parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { isMessage } from '../../live/payloads.js';
import { onSessionEnded } from '../../live/live.js';
import { isAwaiting } from './messages.outbox.js';
import { hasNewer } from './messages.state.js';
import { applyToChannel, channelNow, useMessages } from './messages.store.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

/** A message that is being edited: it lives here, so that scrolling away loses nothing. */
export interface Edit {
  message: MessageView;
  text: string;
  state: 'open' | 'saving';
  /** Why it was not taken. */
  problem: string | undefined;
}

/** A message that is asked about before it is deleted. */
export interface Deleting {
  message: MessageView;
  state: 'asking' | 'deleting';
  problem: string | undefined;
}

interface Changes {
  edit: Edit | null;
  deleting: Deleting | null;
}

const NONE: Changes = { edit: null, deleting: null };

/** What is about to change: at most one message at once. */
export const useChanges = create<Changes>(() => NONE);

const problemOf = (error: unknown) => serverMessageOf(error) ?? MESSAGE_TEXTS.unreachable;

/** Opens a message for editing. */
export function beginEdit(message: MessageView): void {
  useChanges.setState({ edit: { message, text: message.content, state: 'open', problem: undefined } });
}

/**
 * Opens the last message that a member said in a channel; false where none is held, or a later one may be. While a later
 * one is on its way none is opened: whoever wants that one changed would change the one before it.
 */
export function editLastOf(channelId: string, userId: string): boolean {
  const state = channelNow(channelId);
  if (hasNewer(state) || isAwaiting(useMessages.getState().outbox, channelId)) return false;
  const last = state.messages.findLast((message) => message.userId === userId && message.deletedAt === null);
  if (last) beginEdit(last);
  return last !== undefined;
}

function changeEdit(change: Partial<Edit>): void {
  const { edit } = useChanges.getState();
  if (edit) useChanges.setState({ edit: { ...edit, ...change } });
}

export const writeEdit = (text: string): void => changeEdit({ text, problem: undefined });
export const endEdit = (): void => useChanges.setState({ edit: null });

/** Sends the new text; where it was not taken the edit stays as it is, with the reason. */
export async function saveEdit(): Promise<void> {
  const { edit } = useChanges.getState();
  if (!edit || edit.state === 'saving') return;
  const { message, text } = edit;
  const broken = brokenRule(RULES.message.content, text);
  if (broken !== undefined) {
    changeEdit({ problem: broken });
    return;
  }
  const content = readField(RULES.message.content, text);
  if (content === message.content) {
    endEdit();
    return;
  }
  changeEdit({ state: 'saving', problem: undefined });
  try {
    const answer = await http(`/api/messages/${message.id}`, { method: 'PATCH', body: { content } });
    applyToChannel(message.channelId, { type: 'edited', message: parse(isMessage, answer) });
    if (useChanges.getState().edit?.message.id === message.id) endEdit();
  } catch (error) {
    changeEdit({ state: 'open', problem: problemOf(error) });
  }
}

/** Asks whether a message shall go. */
export function askDelete(message: MessageView): void {
  useChanges.setState({ deleting: { message, state: 'asking', problem: undefined } });
}

export const keepMessage = (): void => useChanges.setState({ deleting: null });

/** Deletes the message that was asked about. Its tombstone comes live. */
export async function confirmDelete(): Promise<void> {
  const { deleting } = useChanges.getState();
  if (!deleting || deleting.state === 'deleting') return;
  const { message } = deleting;
  useChanges.setState({ deleting: { message, state: 'deleting', problem: undefined } });
  try {
    parse(isRecord, await http(`/api/messages/${message.id}`, { method: 'DELETE' }));
    keepMessage();
  } catch (error) {
    useChanges.setState({ deleting: { message, state: 'asking', problem: problemOf(error) } });
  }
}

onSessionEnded(() => useChanges.setState(NONE, true));
