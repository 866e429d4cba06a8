import { subscribeToPushes, unsubscribeFromPushes } from '@oniverse/contracts';
import { send } from '../../../api/calls.js';

/** The worker that shows pushes. It handles nothing else. */
const WORKER = '/push-worker.js';

export type PushProblem = 'unsupported' | 'denied' | 'failed';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

/**
 * Asks for permission and subscribes this browser. Call it from a click, because browsers ignore other requests.
 * @param key the public key of the site
 * @returns why it failed; undefined if pushes are on
 */
export async function startPush(key: string): Promise<PushProblem | undefined> {
  if (!canPush()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await navigator.serviceWorker.register(WORKER);
    const registration = await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(key),
    });
    const { endpoint, keys = {} } = subscription.toJSON();
    const body = {
      endpoint: endpoint ?? '',
      p256dh: keys['p256dh'] ?? '',
      auth: keys['auth'] ?? '',
    };
    await send(subscribeToPushes, { body });
    return undefined;
  } catch (error) {
    console.warn('Starting pushes failed.', error);
    return 'failed';
  }
}

/** Ends pushes to this browser. The server forgets it first, so that nothing more arrives. */
export async function stopPush(): Promise<void> {
  await send(unsubscribeFromPushes);
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}
