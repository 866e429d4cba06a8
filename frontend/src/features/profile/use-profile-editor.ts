import type { CurrentUser, ProfileBody } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { isCurrentUser } from '../../session/current-user.js';
import { SESSION_KEY } from '../../session/session.js';
import { showToast } from '../../ui/toast-store.js';
import { PROFILE_TEXTS } from './profile.texts.js';
import { withoutPlaceholders } from './picture-placeholder.js';
import {
  forgetProfileDraft,
  keepProfileDraft,
  type ProfileDraft,
  readProfileDraft,
} from './profile-draft.js';

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

/** Saves the text of one's page; what the server then has is shown. */
function useSave(onSaved: (user: CurrentUser) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (profileMarkdown: string) => {
      const body: ProfileBody = { profileMarkdown };
      return parse(isCurrentUser, await http('/api/users/profile', { method: 'PATCH', body }));
    },
    onSuccess: (user) => {
      client.setQueryData(SESSION_KEY, user);
      // What follows from one's text, and is not told live to who changed it.
      void client.invalidateQueries({ queryKey: ['/api', 'users', user.username], exact: true });
      void client.invalidateQueries({ queryKey: ['/api', 'constellation'] });
      void client.invalidateQueries({ queryKey: ['/api', 'tags'] });
      onSaved(user);
      showToast(PROFILE_TEXTS.saved);
    },
    onError: (error) =>
      showToast({
        title: PROFILE_TEXTS.saveFailed,
        description: serverMessageOf(error) ?? PROFILE_TEXTS.unreachable,
        variant: 'destructive',
      }),
  });
}

/** One's own text: read, written, kept as a draft, saved. */
export function useProfileEditor(user: CurrentUser) {
  const [start, setStart] = useState(() => startOf(user));
  const opened = start.isOvertaken ? undefined : start.draft;
  const [draft, setDraft] = useState<ProfileDraft | undefined>(opened);
  const [isRestored, setRestored] = useState(opened !== undefined);
  const isDirty = draft !== undefined && draft.text !== draft.base;

  const leave = () => {
    forgetProfileDraft(user.id);
    setDraft(undefined);
    setRestored(false);
  };
  const { mutate, isPending } = useSave(leave);

  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

  const open = (next: ProfileDraft, restored: boolean) => {
    setStart({ draft: undefined, isOvertaken: false });
    setDraft(next);
    setRestored(restored);
  };
  return {
    /** The text that is being written; undefined while the page is read. */
    text: draft?.text,
    isDirty,
    isPending,
    /** A draft was opened that this browser had kept. */
    isRestored,
    /** The saved text has changed since the writing began. */
    isOvertaken: draft !== undefined && draft.base !== user.profileMarkdown,
    /** There is a draft that the saved text has overtaken: it is asked what shall become of it. */
    asks: start.isOvertaken,
    edit: () => open({ text: user.profileMarkdown, base: user.profileMarkdown }, false),
    openDraft: () => {
      if (start.draft) open({ ...start.draft, base: user.profileMarkdown }, true);
    },
    forgetDraft: () => {
      setStart({ draft: undefined, isOvertaken: false });
      forgetProfileDraft(user.id);
    },
    write: (text: string) => {
      if (!draft) return;
      const next = { ...draft, text };
      setDraft(next);
      keepProfileDraft(user.id, next);
    },
    save: () => {
      if (draft && !isPending) mutate(draft.text);
    },
    discard: leave,
    blocker,
  };
}

export type ProfileEditorState = ReturnType<typeof useProfileEditor>;
