import type { Agent } from 'node:https';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, isAddressOf, LOGGER, type Logger } from '@oniverse/platform';
import webPush from 'web-push';

/** The agent of the requests to push services. */
export const PUSH_AGENT = Symbol('PUSH_AGENT');

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushOutcome = 'accepted' | 'gone' | 'failed';

const TIMEOUT_MS = 10_000;
/** A push service drops what it could not deliver in this time. */
const TTL_SECONDS = 24 * 60 * 60;

/** Sends encrypted messages to browsers through their push services. */
@Injectable()
export class PushSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PUSH_AGENT) private readonly agent: Agent,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends one message. The push service answers `gone` when the member ended the subscription in the browser. */
  async send({ endpoint, p256dh, auth }: Subscription, payload: object): Promise<PushOutcome> {
    const { keys, hosts } = this.config.push;
    if (keys === null) return 'failed';
    // The list of hosts may have changed since the subscription.
    if (!isAddressOf(hosts, endpoint)) return 'gone';
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: keys,
        agent: this.agent,
        timeout: TIMEOUT_MS,
        TTL: TTL_SECONDS,
      });
      return 'accepted';
    } catch (error) {
      const status = error instanceof webPush.WebPushError ? error.statusCode : undefined;
      if (status === 404 || status === 410) return 'gone';
      // Without the error itself, which has the whole address, a secret of the browser.
      const reason = error instanceof Error ? error.message : undefined;
      this.logger.warn({ host: new URL(endpoint).hostname, status, reason }, 'Push not accepted');
      return 'failed';
    }
  }
}
