import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  CONFIG,
  type Config,
  type Counter,
  LOGGER,
  type Logger,
  Metrics,
  unavailable,
  traced,
} from '@oniverse/platform';
import { createMailTransport, type MailTransport } from '@oniverse/platform/worker';
import type { MailContent } from './mail-content.js';
import { renderHtml, renderText } from './render-mail.js';

export type MailOutcome = 'sent' | 'refused';

/** Sends mails through the SMTP server of the site. */
@Injectable()
export class MailSender implements OnApplicationShutdown {
  private readonly sent: Counter<'outcome'>;
  private transport: MailTransport | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.sent = metrics.counter('oniverse_mails_total', 'Attempts to send a mail.', ['outcome']);
    // A rate needs a value from before the first mail.
    for (const outcome of ['sent', 'failed', 'refused']) this.sent.inc({ outcome }, 0);
  }

  /** Whether this site can send mail. */
  get isConfigured(): boolean {
    return this.config.mail !== null;
  }

  /**
   * Sends one mail.
   * @returns `refused` if the server will never accept it, for example for an unknown mailbox
   * @throws ProblemError `unavailable` if the server is down or asks to try again
   */
  async send(to: string, content: MailContent): Promise<MailOutcome> {
    const { mail } = this.config;
    if (mail === null) return 'refused';
    const { unsubscribe } = content;
    try {
      const transport = (this.transport ??= createMailTransport(mail));
      const message = {
        from: mail.from,
        // Not as a text, which could name several addresses.
        to: { name: '', address: to },
        subject: content.subject,
        text: renderText(content),
        html: renderHtml(content),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // RFC 8058: one POST ends the digest, without a page.
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      };
      await traced('mail', 'client', () => transport.sendMail(message));
    } catch (error) {
      const failure = failureOf(error);
      const isRefused = isPermanent(failure);
      this.sent.inc({ outcome: isRefused ? 'refused' : 'failed' });
      // Without the error itself, whose message may contain the address.
      this.logger.warn(failure, isRefused ? 'Mail refused by the server' : 'Mail not sent; the job retries');
      if (isRefused) return 'refused';
      throw unavailable();
    }
    this.sent.inc({ outcome: 'sent' });
    return 'sent';
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}

interface Failure {
  code: string | undefined;
  /** The SMTP command; `API` for an envelope that was not even sent. */
  command: string | undefined;
  status: number;
}

function failureOf(error: unknown): Failure {
  const get = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const [code, command, status] = [get('code'), get('command'), get('responseCode')];
  return {
    code: typeof code === 'string' ? code : undefined,
    command: typeof command === 'string' ? command : undefined,
    status: typeof status === 'number' ? status : 0,
  };
}

/** Returns whether a retry is pointless. The operator can repair a refused sign-in or sender. */
const isPermanent = ({ code, command, status }: Failure): boolean =>
  (code === 'EENVELOPE' && command === 'API') ||
  (status >= 500 && (command === 'RCPT TO' || command === 'DATA'));
