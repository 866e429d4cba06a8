import { type CurrentUser, findHashtags, isBlank } from '@oniverse/contracts';
import { useState } from 'react';
import { withoutPlaceholders } from './picture-placeholder.js';
import {
  deleteProfileDraft,
  type ProfileDraft,
  readProfileDraft,
  storeProfileDraft,
  useSaveProfile,
} from './use-save-profile.js';
import { SAVED_TEXT } from './profile.texts.js';

function changedDraft(user: CurrentUser): ProfileDraft | undefined {
  const draft = readProfileDraft(user.id);
  if (!draft) return undefined;
  const text = withoutPlaceholders(draft.text);
  return text === user.profileMarkdown ? undefined : { ...draft, text };
}

/** `isOutdated`: the saved text has changed since the draft was started. */
interface InitialState {
  draft: ProfileDraft | undefined;
  isOutdated: boolean;
}

function initialStateOf(user: CurrentUser): InitialState {
  const draft = changedDraft(user);
  return { draft, isOutdated: draft !== undefined && draft.base !== user.profileMarkdown };
}

/** Whether a text has a hashtag, also in code, where it is no tag. Its exact tags would take the parser of markdown. */
export const hasHashtag = (text: string, tag: string): boolean =>
  findHashtags(text).some((found) => found.tag === tag);

const withTag = (text: string, tag: string): string =>
  isBlank(text) ? `#${tag}` : `${text.trimEnd()}\n\n#${tag}`;

export function useProfileEditor(user: CurrentUser) {
  const [initial, setInitial] = useState(() => initialStateOf(user));
  const opened = initial.isOutdated ? undefined : initial.draft;
  const [draft, setDraft] = useState<ProfileDraft | undefined>(opened);
  const [isRestored, setRestored] = useState(opened !== undefined);
  const isDirty = draft !== undefined && draft.text !== draft.base;

  const close = () => {
    deleteProfileDraft(user.id, initial.draft);
    setInitial({ draft: undefined, isOutdated: false });
    setDraft(undefined);
    setRestored(false);
  };
  const { mutate, isPending } = useSaveProfile(close);
  const isOutdated = draft !== undefined && draft.base !== user.profileMarkdown;

  const open = (next: ProfileDraft, restored: boolean) => {
    setInitial({ ...initial, isOutdated: false });
    setDraft(next);
    setRestored(restored);
  };
  const updateDraft = (next: ProfileDraft) => {
    setDraft(next);
    storeProfileDraft(user.id, next);
  };
  return {
    /** Undefined while reading. */
    text: draft?.text,
    isDirty,
    isPending,
    isRestored,
    isOutdated,
    needsDecision: initial.isOutdated,
    edit: () => open({ text: user.profileMarkdown, base: user.profileMarkdown }, false),
    openDraft: () => {
      if (initial.draft) open({ ...initial.draft, base: user.profileMarkdown }, true);
    },
    deleteDraft: () => {
      setInitial({ draft: undefined, isOutdated: false });
      deleteProfileDraft(user.id, initial.draft);
    },
    /** Opens the editor with a tag at the end of the text, unless the text has it. */
    addTag: (tag: string) => {
      const current = draft ?? {
        text: initial.draft?.text ?? user.profileMarkdown,
        base: user.profileMarkdown,
      };
      const isMissing = !hasHashtag(current.text, tag);
      const next = { ...current, text: isMissing ? withTag(current.text, tag) : current.text };
      open(next, isRestored || initial.draft !== undefined);
      storeProfileDraft(user.id, next);
    },
    setText: (text: string) => {
      if (draft) updateDraft({ ...draft, text });
    },
    /** Appends the saved text to the draft, so that the next save keeps both. */
    keepBoth: () => {
      const { profileMarkdown } = user;
      if (draft)
        updateDraft({ text: `${draft.text}\n\n${SAVED_TEXT}\n\n${profileMarkdown}`, base: profileMarkdown });
    },
    /** Overwrites a newer saved text only after the member has seen the notice. */
    save: () => {
      if (draft && !isPending) mutate({ text: draft.text, base: user.profileMarkdown });
    },
    discard: close,
  };
}

export type ProfileEditorState = ReturnType<typeof useProfileEditor>;
