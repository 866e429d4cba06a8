import { Inject, Injectable } from '@nestjs/common';
import {
  MESSAGES,
  NOTIFICATION_MESSAGES,
  NOTIFICATION_RULES,
  type NotificationSettingsBody,
  type NotificationSettingsView,
  PUSHED_KINDS,
  pushFieldsOf,
  type PushSubscriptionBody,
} from '@oniverse/contracts';
import { nextDigest } from '@oniverse/data';
import {
  CONFIG,
  type Config,
  invalidField,
  notFound,
  parseAddressOf,
  ProblemError,
} from '@oniverse/platform';
import { MemberChanges, Quotas, type SessionContext } from '../../shared/index.js';
import { NotificationSettingsRepository, type SettingsValues } from './notification-settings.repository.js';

@Injectable()
export class NotificationSettingsService {
  constructor(
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: NotificationSettingsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async find(session: SessionContext): Promise<NotificationSettingsView> {
    return this.viewOf(session, await this.repository.find(session.userId));
  }

  /**
   * Changes the given fields. Quiet hours without both times are none.
   * @throws ProblemError `mail_unavailable`, or `validation_failed` for a digest without a verified address
   */
  async change(session: SessionContext, body: NotificationSettingsBody): Promise<NotificationSettingsView> {
    if (body.digest !== undefined && body.digest !== 'off') await this.requireDigest(session.userId);
    const values = await this.changes.runChange(session.userId, async ({ manager, userId }) => {
      const own = await this.repository.find(userId, manager);
      const pushFields = pushFieldsOf(own.pushKinds);
      const given = Object.fromEntries(
        Object.entries(body).filter(([name, value]) => value !== undefined && !(name in pushFields)),
      );
      const pushKinds = PUSHED_KINDS.filter(
        (kind) => body[NOTIFICATION_RULES[kind].push.field] ?? own.pushKinds.includes(kind),
      );
      const next: SettingsValues = { ...own, ...given, pushKinds };
      const isQuietSet = next.quietFrom !== null && next.quietUntil !== null;
      const complete = isQuietSet ? next : { ...next, quietFrom: null, quietUntil: null };
      const digestDueAt = nextDigest(complete.digest, complete.timeZone, new Date());
      await this.repository.save(manager, userId, { ...complete, digestDueAt });
      return complete;
    });
    return this.viewOf(session, values);
  }

  /**
   * Stores the browser's subscription for the session.
   * @throws ProblemError `not_found` if the site cannot push, `validation_failed` for an unknown service, `quota_reached`
   */
  async subscribe(session: SessionContext, body: PushSubscriptionBody): Promise<void> {
    if (this.config.push.keys === null) throw notFound();
    const endpoint = parseAddressOf(this.config.push.hosts, body.endpoint)?.href;
    if (endpoint === undefined) throw invalidField('endpoint', NOTIFICATION_MESSAGES.badPush);
    await this.changes.runChange(session.userId, async ({ manager, userId }) => {
      await this.repository.lockSubscriptions(manager);
      await this.repository.deleteSubscription(manager, session.hash);
      await this.quotas.requireCapacity(manager, 'pushSubscriptions', userId);
      await this.repository.replaceSubscription(manager, session.hash, userId, { ...body, endpoint });
    });
  }

  async unsubscribe(session: SessionContext): Promise<void> {
    await this.changes.runChange(session.userId, async ({ manager }) => {
      await this.repository.deleteSubscription(manager, session.hash);
    });
  }

  private async requireDigest(userId: string): Promise<void> {
    if (this.config.mail === null) throw new ProblemError('mail_unavailable', MESSAGES.mailUnavailable);
    if (!(await this.repository.isEmailVerified(userId))) {
      throw invalidField('digest', NOTIFICATION_MESSAGES.digestNeedsAddress);
    }
  }

  private async viewOf(session: SessionContext, values: SettingsValues): Promise<NotificationSettingsView> {
    return {
      ...pushFieldsOf(values.pushKinds),
      quietFrom: values.quietFrom,
      quietUntil: values.quietUntil,
      timeZone: values.timeZone,
      isContentPushed: values.isContentPushed,
      pushKey: this.config.push.keys?.publicKey ?? null,
      digest: values.digest,
      digestKinds: values.digestKinds,
      canMail: this.config.mail !== null,
      canDigest: this.config.mail !== null && (await this.repository.isEmailVerified(session.userId)),
      isPushed: await this.repository.isPushed(session.hash),
    };
  }
}
