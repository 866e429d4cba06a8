import * as v from 'valibot';
import { create } from 'zustand';

/** `destructive` reports a failure. */
const toastSchema = v.object({
  title: v.string(),
  description: v.optional(v.string()),
  variant: v.optional(v.picklist(['default', 'destructive'])),
});
export interface ToastContent extends v.InferOutput<typeof toastSchema> {
  /** A link to a page of this site, or a button. Not part of a saved toast, whose text could be manipulated. */
  action?: { label: string; path: string } | { label: string; run: () => void };
}

export interface Toast extends ToastContent {
  id: number;
  open: boolean;
}

/** A dismissed toast fades out before it is removed. */
const REMOVE_DELAY_MS = 3_000;
const STORAGE_KEY = 'oni-toast';

/** Visible or fading out. */
export const useToast = create<{ toast: Toast | null }>(() => ({ toast: null }));

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Replaces the current toast. */
export function showToast(content: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  useToast.setState({ toast: { ...content, id: lastId, open: true } });
}

/** The toast is removed after `REMOVE_DELAY_MS`. */
export function dismissToast(id: number): void {
  const { toast } = useToast.getState();
  if (toast?.id !== id || !toast.open) return;
  useToast.setState({ toast: { ...toast, open: false } });
  removal = setTimeout(() => useToast.setState({ toast: null }), REMOVE_DELAY_MS);
}

/** Survives a full page load, after which `showSavedToast` shows the toast once. */
export function saveToastForNextPage(content: ToastContent): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(content));
  } catch {
    showToast(content);
  }
}

export function showSavedToast(): void {
  try {
    const kept = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    const content: unknown = kept === null ? null : JSON.parse(kept);
    if (v.is(toastSchema, content)) showToast(content);
  } catch {
    // Storage is blocked or the value is malformed.
  }
}
