import { showToast, type ToastContent } from './toast-store.js';
import { UI_TEXTS } from './ui.texts.js';

const TEXTS = UI_TEXTS.copy;

/**
 * Copies a text and says so.
 * @param failed by default shows the text; give another one if the page shows it already
 */
export async function copyText(
  text: string,
  copied: ToastContent,
  failed: ToastContent = { title: TEXTS.failed, description: text },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(copied);
  } catch {
    showToast({ ...failed, variant: 'destructive' });
  }
}

/** Copies a link and says so. @param failed as for `copyText` */
export const copyLink = async (address: string, failed?: ToastContent): Promise<void> =>
  copyText(address, TEXTS.linkCopied, failed);
