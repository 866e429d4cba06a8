import { type CurrentUser, normaliseTag } from '@oniverse/contracts';
import { useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { readListFilters } from '../../../api/list-filters.js';
import { hasHashtag, type ProfileEditorState } from './use-profile-editor.js';

/**
 * Opens the editor with the tag of the address (`?add=`) inserted and selected. An address whose tag the profile already
 * has does nothing, so that it can stay while the member edits, saves and reloads.
 */
export function useAddedTag(
  { profileMarkdown }: CurrentUser,
  area: RefObject<HTMLTextAreaElement | null>,
  { text, addTag }: ProfileEditorState,
): void {
  const { add } = readListFilters(useSearch({ strict: false }), ['add']);
  const tag = add === undefined ? undefined : normaliseTag(add);
  const isMissing = tag !== undefined && !hasHashtag(profileMarkdown, tag);
  const isSelected = useRef(false);
  const open = useEffectEvent(() => {
    if (isMissing) addTag(tag);
  });
  useEffect(() => open(), []);
  useEffect(() => {
    const field = area.current;
    if (!isMissing || isSelected.current || text === undefined || !field) return;
    const start = text.toLowerCase().lastIndexOf(`#${tag}`);
    if (start === -1) return;
    isSelected.current = true;
    field.focus();
    field.setSelectionRange(start, start + tag.length + 1);
    field.scrollTo?.(0, field.scrollHeight);
  }, [area, isMissing, tag, text]);
}
