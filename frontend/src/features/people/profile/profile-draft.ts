import { deleteEdit, type EditDraft, readEdit, storeEdit } from '../../../session/edit-drafts.js';
import { unsentKey } from '../../../session/unsent-texts.js';

export type ProfileDraft = EditDraft;

const placeOf = (userId: string) => unsentKey('profileDraft', userId, '');

export const readProfileDraft = (userId: string): ProfileDraft | undefined => readEdit(placeOf(userId));

export const storeProfileDraft = (userId: string, draft: ProfileDraft): void =>
  storeEdit(placeOf(userId), draft);

export const deleteProfileDraft = (userId: string, opened?: ProfileDraft): void =>
  deleteEdit(placeOf(userId), opened);
