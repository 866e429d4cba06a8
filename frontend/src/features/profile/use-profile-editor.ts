import type { CurrentUser } from '@oniverse/contracts';
import { useState } from 'react';
import { withoutPlaceholders } from './picture-placeholder.js';
import {
  forgetProfileDraft,
  keepProfileDraft,
  type ProfileDraft,
  readProfileDraft,
} from './profile-draft.js';
import { SAVED_TEXT } from './profile.texts.js';
import { useSaveProfile } from './use-save-profile.js';

/** A draft that this browser keeps and that says something else than the saved text. */
function keptDraft(user: CurrentUser): ProfileDraft | undefined {
  const draft = readProfileDraft(user.id);
  if (!draft) return undefined;
  const text = withoutPlaceholders(draft.text);
  return text === user.profileMarkdown ? undefined : { ...draft, text };
}

/** Where the page starts: reading, writing on a draft, or asking about one that the saved text has overtaken. */
interface Start {
  draft: ProfileDraft | undefined;
  isOvertaken: boolean;
}

function startOf(user: CurrentUser): Start {
  const draft = keptDraft(user);
  return { draft, isOvertaken: draft !== undefined && draft.base !== user.profileMarkdown };
}

/** One's own text: read, written, kept as a draft, saved. */
export function useProfileEditor(user: CurrentUser) {
  const [start, setStart] = useState(() => startOf(user));
  const opened = start.isOvertaken ? undefined : start.draft;
  const [draft, setDraft] = useState<ProfileDraft | undefined>(opened);
  const [isRestored, setRestored] = useState(opened !== undefined);
  const isDirty = draft !== undefined && draft.text !== draft.base;

  const leave = () => {
    forgetProfileDraft(user.id, start.draft);
    setStart({ draft: undefined, isOvertaken: false });
    setDraft(undefined);
    setRestored(false);
  };
  const { mutate, isPending } = useSaveProfile(leave);
  const isOvertaken = draft !== undefined && draft.base !== user.profileMarkdown;

  const open = (next: ProfileDraft, restored: boolean) => {
    setStart({ ...start, isOvertaken: false });
    setDraft(next);
    setRestored(restored);
  };
  const write = (next: ProfileDraft) => {
    setDraft(next);
    keepProfileDraft(user.id, next);
  };
  return {
    /** The text that is being written; undefined while the page is read. */
    text: draft?.text,
    isDirty,
    isPending,
    /** A draft was opened that this browser had kept. */
    isRestored,
    /** The saved text has changed since the writing began. */
    isOvertaken,
    /** There is a draft that the saved text has overtaken: it is asked what shall become of it. */
    asks: start.isOvertaken,
    edit: () => open({ text: user.profileMarkdown, base: user.profileMarkdown }, false),
    openDraft: () => {
      if (start.draft) open({ ...start.draft, base: user.profileMarkdown }, true);
    },
    forgetDraft: () => {
      setStart({ draft: undefined, isOvertaken: false });
      forgetProfileDraft(user.id, start.draft);
    },
    write: (text: string) => {
      if (draft) write({ ...draft, text });
    },
    /** Puts the saved text under one's own, so that what is saved next holds both. */
    takeBoth: () => {
      const { profileMarkdown } = user;
      if (draft)
        write({ text: `${draft.text}\n\n${SAVED_TEXT}\n\n${profileMarkdown}`, base: profileMarkdown });
    },
    /** Saves; text that the saved one has overtaken takes its place where that has been said before. */
    save: () => {
      if (draft && !isPending) mutate({ text: draft.text, base: user.profileMarkdown });
    },
    discard: leave,
  };
}

export type ProfileEditorState = ReturnType<typeof useProfileEditor>;
