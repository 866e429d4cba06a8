import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnModuleInit,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ROOMS, SCHEDULED_MESSAGES, type ScheduledFailure } from '@oniverse/contracts';
import { isOutage, LivePublisher, LOGGER, type Logger, ProblemError } from '@oniverse/platform';
import { MaintenanceService, NewAccounts } from '../../shared/index.js';
import { HeldMessagesService } from '../filters/held-messages.service.js';
import { MessagePinsService } from '../messages/message-pins.service.js';
import { MessagesService } from '../messages/messages.service.js';
import { type ClaimedMessage, ScheduledMessagesRepository } from './scheduled-messages.repository.js';

/** How often each backend looks for messages whose time has come. */
const INTERVAL_MS = 2_000;
/** How long a message belongs to the backend that claimed it. After that, its backend must have ended. */
const CLAIM_MS = 60_000;
/** Messages that a backend claims at once. */
const BATCH = 50;
/** Seconds until the next attempt, if a refusal that passes does not say. */
const RETRY_SECONDS = 5;
/** No draft has it, so a message that was written earlier deletes none. */
const NO_DRAFT = 0;

/** Refusals that end by themselves. */
const PASSING: ReadonlySet<string> = new Set([
  'slow_mode',
  'rate_limited',
  'account_too_new',
  'unavailable',
  'storage_full',
]);

const isHeld = (error: unknown): boolean => error instanceof ProblemError && error.code === 'held_for_review';

const failureOf = ({ code, phrase: { message, reason, params } }: ProblemError): ScheduledFailure =>
  code === 'not_found'
    ? { code, ...SCHEDULED_MESSAGES.placeGone }
    : { code, message, reason, ...(params && { params }) };

/**
 * Sends scheduled messages as their authors would. A backend claims those whose time has come, sends them without a lock, and
 * deletes them. If it ends in between, another one repeats it after the claim, with the same nonce, so that nothing is lost and
 * nothing is stored twice.
 */
@Injectable()
export class ScheduledSender implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private isEnding = false;

  constructor(
    private readonly repository: ScheduledMessagesRepository,
    private readonly messages: MessagesService,
    private readonly held: HeldMessagesService,
    private readonly pins: MessagePinsService,
    private readonly live: LivePublisher,
    private readonly newAccounts: NewAccounts,
    private readonly maintenance: MaintenanceService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.sweep(), INTERVAL_MS);
  }

  /** Finishes what was claimed before the database connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    await this.sweeping;
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Sends the messages whose time has come. They wait while the site is read only. */
  async sweep(): Promise<void> {
    this.sweeping ??= this.sendDue().finally(() => {
      this.sweeping = undefined;
    });
    await this.sweeping;
  }

  /**
   * Sends a message of a member now, before its time. If it is refused, it stays as it was.
   * @returns undefined if a backend sends it already, or the member has no such message
   * @throws ProblemError as `MessagesService.send`, also if it is held
   */
  async sendNow(userId: string, id: string, acceptsWarning: boolean | undefined): Promise<true | undefined> {
    const message = await this.repository.claim(CLAIM_MS, userId, id);
    if (!message) return undefined;
    try {
      await this.send({ ...message, acceptsWarning: acceptsWarning ?? message.acceptsWarning });
    } catch (error) {
      await (isHeld(error) ? this.repository.deleteClaimed(message) : this.repository.release(message));
      throw error;
    }
    await this.repository.deleteClaimed(message);
    return true;
  }

  private async sendDue(): Promise<void> {
    try {
      if (await this.maintenance.isRunning()) return;
      for (let claimed = BATCH; claimed === BATCH && !this.isEnding;) {
        const due = await this.repository.claimDue(CLAIM_MS, BATCH);
        claimed = due.length;
        // Their authors may have no session here.
        this.newAccounts.note(due.map(({ userId, newcomer }) => ({ user_id: userId, newcomer })));
        const members = new Set(due.map(({ userId }) => userId));
        await Promise.all(
          [...members].map(async (member) => this.sendInOrder(due.filter(({ userId }) => userId === member))),
        );
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Could not send scheduled messages');
    }
  }

  private async sendInOrder(messages: readonly ClaimedMessage[]): Promise<void> {
    const inOrder = messages.toSorted(
      (a, b) => a.sendAt.getTime() - b.sendAt.getTime() || (a.id < b.id ? -1 : 1),
    );
    for (const message of inOrder) await this.settle(message);
  }

  /** Sends a message, and keeps how that went. After an outage, the claim ends by itself. */
  private async settle(message: ClaimedMessage): Promise<void> {
    try {
      await this.trySending(message);
      this.live.publish('scheduled-messages:changed', ROOMS.user(message.userId), {});
    } catch (error) {
      if (isOutage(error)) return;
      this.logger.error({ err: error, id: message.id }, 'Could not send a scheduled message');
    }
  }

  private async trySending(message: ClaimedMessage): Promise<void> {
    try {
      await this.send(message);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (PASSING.has(error.code)) {
        await this.repository.release(message, error.details.retryAfter ?? RETRY_SECONDS);
      } else if (isHeld(error)) {
        await this.repository.deleteClaimed(message);
      } else {
        await this.repository.fail(message, failureOf(error));
      }
      return;
    }
    await this.repository.deleteClaimed(message);
  }

  /** @throws ProblemError as `MessagesService.send` */
  private async send({ userId, channelId, content, files, ...message }: ClaimedMessage): Promise<void> {
    const { nonce, replyToSeq, acceptsWarning } = message;
    if (channelId === null) throw new ProblemError('not_found', SCHEDULED_MESSAGES.placeGone);
    // A backend that ended may have sent it, and its author may have lost the right to write since.
    if (!(await this.held.findSent({ userId, channelId, nonce }))) {
      await this.messages.send(userId, channelId, {
        content,
        attachments: files ?? [],
        nonce,
        acceptsWarning,
        draftRev: NO_DRAFT,
        ...(replyToSeq !== null && { replyToSeq }),
      });
    }
    if (message.isOpened) await this.pins.pinOpened({ userId, channelId, nonce });
  }
}
