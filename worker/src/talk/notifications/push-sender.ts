import { type Agent, request } from 'node:https';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  type Config,
  type Counter,
  LOGGER,
  type Logger,
  Metrics,
  parseAddressOf,
  traced,
} from '@oniverse/platform';
import webPush, { type RequestDetails } from 'web-push';

/** The agent of the requests to push services. */
export const PUSH_AGENT = Symbol('PUSH_AGENT');

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushOutcome = 'accepted' | 'gone' | 'failed';

/** For a push as a whole, however slowly the service answers. */
const TIMEOUT_MS = 10_000;
/** A push service drops what it could not deliver in this time. */
const TTL_SECONDS = 24 * 60 * 60;

/** Sends encrypted messages to browsers through their push services. */
@Injectable()
export class PushSender {
  private readonly pushes: Counter<'outcome'>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PUSH_AGENT) private readonly agent: Agent,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.pushes = metrics.counter('oniverse_pushes_total', 'Pushes, by the answer of the push service.', [
      'outcome',
    ]);
    // A rate needs a value from before the first push.
    for (const outcome of ['accepted', 'gone', 'failed']) this.pushes.inc({ outcome }, 0);
  }

  /** Sends one message. The push service answers `gone` when the member ended the subscription in the browser. */
  async send(subscription: Subscription, payload: object): Promise<PushOutcome> {
    const { keys } = this.config.push;
    if (keys === null) return 'failed';
    const outcome = await this.sendWithKeys(keys, subscription, payload);
    this.pushes.inc({ outcome });
    return outcome;
  }

  private async sendWithKeys(
    keys: NonNullable<Config['push']['keys']>,
    { endpoint, p256dh, auth }: Subscription,
    payload: object,
  ): Promise<PushOutcome> {
    const { hosts } = this.config.push;
    // The list of hosts may have changed since the subscription.
    const url = parseAddressOf(hosts, endpoint);
    if (!url) return 'gone';
    try {
      const subscription = { endpoint: url.href, keys: { p256dh, auth } };
      const details = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
        vapidDetails: keys,
        TTL: TTL_SECONDS,
      });
      const status = await traced('push', 'client', () => this.post(url, details));
      if (status >= 200 && status < 300) return 'accepted';
      if (status === 404 || status === 410) return 'gone';
      this.logger.warn({ host: url.hostname, status }, 'Push not accepted');
    } catch (error) {
      // Without the error itself, which may have the whole address, a secret of the browser.
      const reason = error instanceof Error ? error.message : undefined;
      this.logger.warn({ host: url.hostname, reason }, 'Push not accepted');
    }
    return 'failed';
  }

  /** Sends a request to the checked host. @returns the status, without reading the rest of the answer */
  private async post(url: URL, { method, headers, body }: RequestDetails): Promise<number> {
    return new Promise((resolve, reject) => {
      request(
        {
          agent: this.agent,
          hostname: url.hostname,
          path: `${url.pathname}${url.search}`,
          method,
          headers,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (response) => {
          response.destroy();
          resolve(response.statusCode ?? 0);
        },
      )
        .on('error', reject)
        .end(body);
    });
  }
}
