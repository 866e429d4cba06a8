import { setTimeout as delay } from 'node:timers/promises';
import { addAbortSignal } from 'node:stream';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  EXPORT_TYPE,
  ROOMS,
  SERVER_EXPORT_LIMITS,
  type ServerExportFailure,
  serverExportSchema,
  viewOf,
} from '@oniverse/contracts';
import { enqueueOutbox, newArchiveKey, notifyEntry } from '@oniverse/data';
import { createZip, isOutage, LivePublisher, LOGGER, type Logger, ObjectStore } from '@oniverse/platform';
import { JobPostponed } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { ArchiveTooLarge, uploadArchive } from './archive-upload.js';
import { ExportedMessagesRepository } from './exported-messages.repository.js';
import { type ArchiveScope, ServerArchive } from './server-archive.js';
import {
  type ExportClaim,
  type ExportProgress,
  type ExportRow,
  ServerExportsRepository,
  type StoredArchive,
} from './server-exports.repository.js';

/** How often a running export is published, and looks whether it was cancelled. */
const BEAT_MS = 1_000;
/** After so many attempts that failed or crashed their worker, an export fails. */
const MAX_ATTEMPTS = 5;

/** Ends an export before its archive is complete. */
class ExportEnded extends Error {
  override name = 'ExportEnded';

  /** @param failure undefined if the attempt no longer counts, as after a cancellation */
  constructor(readonly failure?: ServerExportFailure) {
    super(`The export ended: ${failure ?? 'cancelled'}`);
  }
}

type Acknowledge = (manager: EntityManager) => Promise<unknown>;

/** Writes the archives of exports. A worker writes one at a time, so that other jobs have their turn. */
@Injectable()
export class ServerExportsService implements OnModuleDestroy {
  private readonly shutdown = new AbortController();
  private isWriting = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: ServerExportsRepository,
    private readonly messages: ExportedMessagesRepository,
    private readonly archive: ServerArchive,
    private readonly store: ObjectStore,
    private readonly live: LivePublisher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Another worker begins again: an archive can take longer than a worker has to stop. */
  onModuleDestroy(): void {
    this.shutdown.abort(new JobPostponed('The worker stops.'));
  }

  /**
   * Writes the archive of an export from its beginning, and says in the owner's night log how it ended.
   * @param acknowledge removes the job from the outbox
   * @throws JobPostponed while this worker writes another archive, or another worker this one
   */
  async write(id: string, acknowledge: Acknowledge): Promise<void> {
    if (this.isWriting) throw new JobPostponed('This worker writes another archive.');
    this.isWriting = true;
    const { manager } = this.dataSource;
    try {
      this.shutdown.signal.throwIfAborted();
      const claim = await this.repository.claim(id);
      if (claim) await this.runAttempt(claim, acknowledge);
      else if (await this.repository.isActive(manager, id)) {
        throw new JobPostponed('Another worker writes the archive.');
      } else await acknowledge(manager);
    } finally {
      this.isWriting = false;
    }
  }

  private async runAttempt(claim: ExportClaim, acknowledge: Acknowledge): Promise<void> {
    try {
      await this.discardArchive(claim, claim);
      const size = await this.storeArchive(claim);
      await this.end(claim, acknowledge, (manager) => this.repository.complete(manager, claim, size));
    } catch (error) {
      const ended = endOf(error);
      if (!ended) {
        const isExcused = isOutage(error) || this.shutdown.signal.aborted;
        await this.repository
          .release(claim, !isExcused)
          .catch((failure: unknown) => this.logFailure(failure));
        throw error;
      }
      const { failure } = ended;
      await this.end(
        claim,
        acknowledge,
        async (manager) => failure && this.repository.fail(manager, claim, failure),
      );
    }
  }

  /** Ends an export in one transaction with its job, and publishes it. What has no archive leaves nothing in the store. */
  private async end(
    claim: ExportClaim,
    acknowledge: Acknowledge,
    save: (manager: EntityManager) => Promise<ExportRow | undefined>,
  ): Promise<void> {
    const row = await this.dataSource.transaction(async (manager) => {
      const saved = await save(manager);
      if (saved?.isOwner) {
        await enqueueOutbox(manager, [notifyEntry({ kind: 'export', exportId: saved.id })]);
      }
      // After an attempt that took longer than its claim, the job belongs to the next one.
      if (saved || !(await this.repository.isActive(manager, claim.id))) await acknowledge(manager);
      return saved;
    });
    if (row) this.publish(row);
    if (row?.state === 'done') return;
    // The purge deletes what remains.
    await this.discardCurrent(claim).catch((error: unknown) => this.logFailure(error));
    await this.repository.release(claim, true);
  }

  /** @returns the size of the archive */
  private async storeArchive(claim: ExportClaim): Promise<number> {
    const scope = await this.requireScope(claim);
    if (claim.attempts > MAX_ATTEMPTS) throw new ExportEnded('broken');
    const counts = await this.messages.count(scope.channels.map(({ id }) => id));
    const key = newArchiveKey();
    if (!(await this.repository.startArchive(claim, key, counts))) throw new ExportEnded();
    const uploadId = await this.store.startParts(key, EXPORT_TYPE);
    if (!(await this.repository.saveUploadId(claim, uploadId))) {
      await this.store.abortParts(key, uploadId);
      throw new ExportEnded();
    }
    const progress: ExportProgress = { messagesDone: 0, filesDone: 0 };
    const beats = new AbortController();
    const stopped = AbortSignal.any([beats.signal, this.shutdown.signal]);
    const beating = this.beat(claim, progress, beats);
    const zip = addAbortSignal(stopped, createZip(this.archive.listFiles(scope, progress)));
    try {
      return await uploadArchive(this.store, { key, uploadId }, zip, {
        maxBytes: SERVER_EXPORT_LIMITS.bytes,
      });
    } catch (error) {
      stopped.throwIfAborted();
      throw error;
    } finally {
      zip.destroy();
      beats.abort();
      await beating;
    }
  }

  private async requireScope(claim: ExportClaim): Promise<ArchiveScope> {
    const server = claim.serverId === null ? undefined : await this.messages.findServer(claim.serverId);
    if (!server || !claim.isOwner) throw new ExportEnded('not_owner');
    const channels = await this.messages.listChannels(claim);
    if (channels.length === 0) throw new ExportEnded('channel_gone');
    return { server, channels, until: claim.startedAt };
  }

  /** Stores and publishes the progress until `stop` is aborted; aborts it when the attempt no longer counts. */
  private async beat(claim: ExportClaim, progress: ExportProgress, stop: AbortController): Promise<void> {
    const { signal } = stop;
    try {
      for (;;) {
        await delay(BEAT_MS, undefined, { signal });
        const row = await this.repository.saveProgress(claim, progress);
        if (!row) throw new ExportEnded();
        if (!row.isOwner) throw new ExportEnded('not_owner');
        this.publish(row);
      }
    } catch (error) {
      if (!signal.aborted) stop.abort(error);
    }
  }

  private publish({ serverId, userId, ...row }: ExportRow): void {
    if (serverId === null || userId === null) return;
    this.live.publish('export:changed', ROOMS.user(userId), viewOf(serverExportSchema, { ...row, serverId }));
  }

  private async discardCurrent(claim: ExportClaim): Promise<void> {
    const archive = await this.repository.findArchive(claim);
    if (archive) await this.discardArchive(claim, archive);
  }

  /** Deletes what an attempt has in the store. @throws ProblemError `unavailable` */
  private async discardArchive(
    claim: ExportClaim,
    { objectKey, partsUploadId }: Pick<ExportClaim, 'objectKey' | 'partsUploadId'>,
  ): Promise<void> {
    if (objectKey === null) return;
    await removeArchive(this.store, { objectKey, partsUploadId });
    await this.repository.forgetArchive(claim);
  }

  private logFailure(error: unknown): void {
    this.logger.warn({ err: error }, 'An export could not be cleaned up; it is purged later');
  }
}

/** Returns how an error ends an export; undefined for one after which another attempt may succeed. */
function endOf(error: unknown): ExportEnded | undefined {
  if (error instanceof ArchiveTooLarge) return new ExportEnded('too_large');
  return error instanceof ExportEnded ? error : undefined;
}

/** Deletes an archive and its parts from the store, ignoring missing ones. @throws ProblemError `unavailable` if some may remain */
export async function removeArchive(
  store: ObjectStore,
  { objectKey, partsUploadId }: StoredArchive,
): Promise<void> {
  // Aborted first: an upload that is completed at the same time has made its object, or never does.
  if (partsUploadId !== null) await store.abortParts(objectKey, partsUploadId);
  await store.remove([objectKey]);
}
