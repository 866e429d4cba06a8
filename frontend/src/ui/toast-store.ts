import { TOAST } from '@oniverse/contracts';
import { create } from 'zustand';
import { isOneOf, isOptional, isShape, isText } from '../api/guards.js';

/** What a toast says. A destructive one tells of a failure. */
export interface ToastContent {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

export interface Toast extends ToastContent {
  id: number;
  open: boolean;
}

const KEPT = 'oni-toast';
const isToastContent = isShape<ToastContent>({
  title: isText,
  description: isOptional(isText),
  variant: isOptional(isOneOf(['default', 'destructive'])),
});

/** The toast that is there just now, visible or on its way out. */
export const useToast = create<{ toast: Toast | null }>(() => ({ toast: null }));

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast; one that is still there leaves at once. */
export function showToast(content: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  useToast.setState({ toast: { ...content, id: lastId, open: true } });
}

/** Takes a toast from view; it is removed a while later. */
export function dismissToast(id: number): void {
  const { toast } = useToast.getState();
  if (toast?.id !== id || !toast.open) return;
  useToast.setState({ toast: { ...toast, open: false } });
  removal = setTimeout(() => useToast.setState({ toast: null }), TOAST.removeDelayMs);
}

/** Keeps a toast over a full load of the next page, where `showKeptToast` shows it once. */
export function keepToast(content: ToastContent): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(content));
  } catch {
    showToast(content);
  }
}

/** Shows the toast that the page before this one kept, if any. */
export function showKeptToast(): void {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    const content: unknown = kept === null ? null : JSON.parse(kept);
    if (isToastContent(content)) showToast(content);
  } catch {
    // What was kept cannot be read: nothing is shown.
  }
}
