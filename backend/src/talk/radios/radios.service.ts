import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  type QuietHours,
  RADIO_MESSAGES,
  RADIO_TYPES,
  type RadioAudience,
  type radioBody,
  radioSchema,
  radioTrackSchema,
  type RadioView,
  ROOMS,
  type ServerChange,
  viewOf,
  votesToSkip,
  waitingTrackSchema,
  type WaitingTrackView,
} from '@oniverse/contracts';
import {
  deleteRadioTracks,
  lockRadio,
  type LockedRadio,
  OUTBOX_TOPICS,
  type RadioNow,
  setRadioHours,
  skipRadioTrack,
} from '@oniverse/data';
import {
  invalidField,
  LivePublisher,
  notFound,
  ProblemError,
  type RateLimit,
  RateLimits,
} from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import {
  AccessService,
  attachmentGone,
  AttachmentsService,
  authorView,
  MemberChanges,
  Quotas,
  requirePermission,
} from '../../shared/index.js';
import { ChannelsService } from '../channels/channels.service.js';
import { MessageFilters } from '../filters/message-filters.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { type Attendance, RadioAudiences } from './radio-audiences.js';
import { RadiosRepository } from './radios.repository.js';

const TRACK_LIMIT: RateLimit = { name: 'radio-tracks', points: 60, seconds: 60 * 60 };
const VOTE_LIMIT: RateLimit = { name: 'radio-votes', points: 30, seconds: 60 };

/** A channel of a server and the radio that it may have, locked for a change by staff. */
interface ManagedRadio {
  serverId: string;
  /** Of the channel. */
  name: string;
  radio: LockedRadio | undefined;
}

/**
 * Radios of channels. Nothing runs while a radio plays: where it is follows from its row and the time. Each change stores where it
 * goes on.
 */
@Injectable()
export class RadiosService {
  constructor(
    private readonly access: AccessService,
    private readonly attachments: AttachmentsService,
    private readonly audiences: RadioAudiences,
    private readonly audit: ServerAuditService,
    private readonly changes: MemberChanges,
    private readonly channels: ChannelsService,
    private readonly filters: MessageFilters,
    private readonly limits: RateLimits,
    private readonly live: LivePublisher,
    private readonly publisher: ServerPublisher,
    private readonly quotas: Quotas,
    private readonly repository: RadiosRepository,
    private readonly servers: ServersService,
  ) {}

  /** @throws ProblemError `not_found`, also for a channel without a radio */
  async get(userId: string, channelId: string): Promise<RadioView> {
    await this.access.requireChannelRead(userId, channelId);
    const tracks = await this.repository.listTracks(channelId);
    const waiting = await this.repository.listWaiting(channelId, userId);
    // Last, so that its time is the newest.
    const radio = await this.repository.find(channelId);
    if (!radio) throw notFound();
    return viewOf(radioSchema, {
      ...radio,
      tracks: tracks.map((row) => viewOf(radioTrackSchema, { ...row, added_by: authorView(row) })),
      waiting: waiting.map((row) => viewOf(waitingTrackSchema, row)),
    });
  }

  /**
   * Gives a channel a radio, or changes its quiet hours.
   * @throws ProblemError `not_found`, `forbidden`, `validation_failed`
   */
  async set(userId: string, channelId: string, body: BodyOf<typeof radioBody>): Promise<RadioView> {
    const quiet = quietHoursOf(body);
    const { server, isChanged } = await this.repository.transaction(async (manager) => {
      const { serverId, name, radio } = await this.lockManaged(manager, userId, channelId);
      const { quietFrom, quietTo } = quiet;
      const isChanged = radio?.quietFrom !== quietFrom || radio.quietTo !== quietTo;
      if (!isChanged) return { server: undefined, isChanged };
      await (radio
        ? setRadioHours(manager, radio, quiet)
        : this.repository.insert(manager, channelId, quiet));
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'radio_changed',
        channelId,
        detail: {
          name,
          ...(!radio && { hasRadio: true }),
          ...((radio !== undefined || quietFrom !== null) && quiet),
        },
      });
      return { server: radio ? undefined : await this.servers.requireShared(manager, serverId), isChanged };
    });
    if (server) await this.publisher.publishChanged(server);
    else if (isChanged) this.publishChanged(channelId);
    return this.get(userId, channelId);
  }

  /** Takes the radio from a channel, with its tracks. @throws ProblemError `not_found`, `forbidden` */
  async delete(userId: string, channelId: string): Promise<void> {
    const server = await this.repository.transaction(async (manager): Promise<ServerChange> => {
      const { serverId, name, radio } = await this.lockManaged(manager, userId, channelId);
      if (!radio) throw notFound();
      await this.repository.delete(manager, channelId);
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'radio_changed',
        channelId,
        detail: { name, hasRadio: false },
      });
      return this.servers.requireShared(manager, serverId);
    });
    await this.publisher.publishChanged(server);
  }

  /**
   * Adds an uploaded file, which plays once the worker has read it.
   * @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked`, `already_used`, `unsupported_media_type`,
   * `filtered`, `quota_reached`, `rate_limited`
   */
  async addTrack(userId: string, channelId: string, attachmentId: string): Promise<WaitingTrackView> {
    await this.access.requireChannelWrite(userId, channelId);
    const { serverId } = await this.access.requireChannelRead(userId, channelId);
    await this.limits.consume(TRACK_LIMIT, userId);
    const upload = await this.repository.findUpload(userId, attachmentId);
    if (serverId === null) throw notFound();
    if (!upload) throw attachmentGone();
    if (!RADIO_TYPES.includes(upload.contentType)) {
      throw new ProblemError('unsupported_media_type', RADIO_MESSAGES.notForRadio);
    }
    const title = withoutExtension(upload.name);
    await this.filters.assertName(serverId, title);
    return this.changes.runChange(userId, async (change) => {
      const { manager } = change;
      if (!(await lockRadio(manager, channelId))) throw notFound();
      await this.quotas.requireCapacity(manager, 'tracksPerRadio', channelId);
      await this.quotas.requireCapacity(manager, 'tracksPerMember', userId);
      const id = await this.repository.insertTrack(manager, { channelId, userId, title });
      await this.attachments.claim(manager, { owner: 'radioTrack', ownerId: id, userId }, [
        { id: attachmentId },
      ]);
      change.enqueue(OUTBOX_TOPICS.readTrack, id);
      return { id, title, refusal: null };
    });
  }

  /**
   * Removes a track with its file. The next one plays at once.
   * @throws ProblemError `not_found`, also for a track of another member that does not play; `forbidden`, `not_a_member`
   */
  async deleteTrack(userId: string, channelId: string, trackId: string): Promise<void> {
    const { serverId } = await this.access.requireChannelRead(userId, channelId);
    if (serverId === null) throw notFound();
    await this.repository.transaction(async (manager) => {
      const radio = await lockRadio(manager, channelId);
      const track = radio && (await this.repository.findTrack(manager, channelId, trackId));
      const isOwn = track?.userId === userId;
      if (!track || !(isOwn || track.durationMs !== null)) throw notFound();
      const standing = await this.access.findStanding(userId, serverId, manager);
      requirePermission(standing, isOwn ? 'deleteOwnMessages' : 'deleteMessages');
      await deleteRadioTracks(manager, radio, [trackId]);
      if (isOwn) return;
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'radio_track_removed',
        subjectId: track.userId,
        channelId,
        detail: { name: track.title },
      });
    });
    this.publishChanged(channelId);
  }

  /** Records that a member listens to a radio, or no longer does. @throws ProblemError `not_found` */
  async listen(userId: string, channelId: string, isListening: boolean): Promise<RadioAudience> {
    await this.access.requireChannelRead(userId, channelId);
    const radio = await this.requireNow(channelId);
    return audienceView(
      radio,
      await this.audiences.attend(playing(radio), userId, isListening ? 'listen' : 'leave'),
    );
  }

  /**
   * Votes to skip a track, which is skipped with the last vote that it takes. Does nothing if it has ended.
   * @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked`, `rate_limited`; `forbidden` for those who do
   * not listen
   */
  async vote(userId: string, channelId: string, trackId: string): Promise<RadioAudience> {
    await this.access.requireChannelWrite(userId, channelId);
    await this.limits.consume(VOTE_LIMIT, userId);
    const radio = await this.requireNow(channelId);
    const isPlaying = radio.position?.track.id === trackId;
    const attendance = await this.audiences.attend(playing(radio), userId, isPlaying ? 'vote' : 'nothing');
    if (!isPlaying) return audienceView(radio, attendance);
    if (!attendance.isListening) throw new ProblemError('forbidden', RADIO_MESSAGES.onlyListeners);
    const { listeners, votes } = attendance;
    if (votes < votesToSkip(listeners)) {
      this.live.publish('radio:voted', ROOMS.channel(channelId), { channelId, trackId, listeners, votes });
      return audienceView(radio, attendance);
    }
    await this.skip(channelId, trackId);
    const skipped = await this.requireNow(channelId);
    return audienceView(skipped, await this.audiences.attend(playing(skipped), userId, 'nothing'));
  }

  /**
   * Removes all tracks of a member who is erased.
   * @returns a task for after the commit
   */
  async deleteTracksOf(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    const radios = await this.repository.listOfMember(manager, userId);
    for (const { channelId, trackIds } of radios) {
      const radio = await lockRadio(manager, channelId);
      if (radio) await deleteRadioTracks(manager, radio, trackIds);
    }
    return async () => radios.forEach(({ channelId }) => this.publishChanged(channelId));
  }

  private async skip(channelId: string, trackId: string): Promise<void> {
    await this.repository.transaction(async (manager) => {
      const radio = await lockRadio(manager, channelId);
      // Another vote may have skipped it, or it has ended.
      if (radio?.position?.track.id === trackId) await skipRadioTrack(manager, radio);
    });
    this.publishChanged(channelId);
  }

  private publishChanged(channelId: string): void {
    this.live.publish('radio:changed', ROOMS.channel(channelId), { channelId });
  }

  private async requireNow(channelId: string): Promise<RadioNow> {
    const radio = await this.repository.findNow(channelId);
    if (!radio) throw notFound();
    return radio;
  }

  /** Locks the server of a channel, then its radio. @throws ProblemError `not_found`, `forbidden` */
  private async lockManaged(
    manager: EntityManager,
    userId: string,
    channelId: string,
  ): Promise<ManagedRadio> {
    const channel = await this.channels.lockToManage(manager, userId, channelId, 'manageRadios');
    return { serverId: channel.server_id, name: channel.name, radio: await lockRadio(manager, channelId) };
  }
}

const playing = ({ channelId, position }: RadioNow) => ({ channelId, trackId: position?.track.id ?? null });

const audienceView = (radio: RadioNow, { listeners, votes, hasVoted }: Attendance): RadioAudience => ({
  trackId: playing(radio).trackId,
  listeners,
  votes,
  hasVoted,
  now: new Date(radio.now).toISOString(),
});

/** @throws ProblemError `validation_failed` for hours with one end, or without a length */
function quietHoursOf({ quietFrom = null, quietTo = null }: BodyOf<typeof radioBody>): QuietHours {
  const isNone = quietFrom === null && quietTo === null;
  if (!isNone && (quietFrom === null || quietTo === null || quietFrom === quietTo)) {
    throw invalidField('quietTo', RADIO_MESSAGES.badQuietHours);
  }
  return { quietFrom, quietTo };
}

const withoutExtension = (name: string): string => name.replace(/(?<=.)\.\w{1,5}$/, '');
