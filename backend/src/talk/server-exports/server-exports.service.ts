import { Injectable } from '@nestjs/common';
import { create as createDisposition } from 'content-disposition';
import {
  EXPORT_TYPE,
  type ExportNotice,
  isUuid,
  may,
  type ObjectAddress,
  PRODUCT_NAME,
  ROOMS,
  type ServerAuditDetail,
  SERVER_EXPORT_LIMITS,
  SERVER_EXPORT_MESSAGES,
  type ServerExportBody,
  serverExportPath,
  serverExportSchema,
  type ServerExportView,
  viewOf,
} from '@oniverse/contracts';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { fileNameOf, LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import {
  AccessService,
  MemberChanges,
  ObjectPasses,
  ObjectReader,
  type OpenedObject,
  requireRow,
  type SessionContext,
} from '../../shared/index.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { type Archive, type ServerExportRow, ServerExportsRepository } from './server-exports.repository.js';

const serverExportView = (row: ServerExportRow): ServerExportView => viewOf(serverExportSchema, row);

/** The export that a call is about. */
interface ExportKey {
  serverId: string;
  exportId: string;
}

/** Exports of servers by their owners. The worker writes the archives. */
@Injectable()
export class ServerExportsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly repository: ServerExportsRepository,
    private readonly audit: ServerAuditService,
    private readonly live: LivePublisher,
    private readonly passes: ObjectPasses,
    private readonly reader: ObjectReader,
  ) {}

  /** Newest first. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner */
  async list(userId: string, serverId: string, page: PageQueryDto): Promise<Page<ServerExportView>> {
    await this.access.requireServer(userId, serverId, 'exportMessages');
    return Page.of(await this.repository.listPage(serverId, page), page.limit, serverExportView);
  }

  /** Returns what every member may know. @throws ProblemError `not_found`, `not_a_member` */
  async getNotice(userId: string, serverId: string): Promise<ExportNotice> {
    await this.access.requireServer(userId, serverId, 'followMessages');
    const exportedAt = await this.repository.findLatest(serverId);
    return { exportedAt: exportedAt?.toISOString() ?? null };
  }

  /**
   * Requests an export, which waits for a worker.
   * @throws ProblemError `not_found`, also for a channel elsewhere; `forbidden` unless the caller is the owner; `quota_reached`
   */
  async create(userId: string, serverId: string, { channelId }: ServerExportBody): Promise<ServerExportView> {
    const row = await this.changes.runChange(userId, async (change) => {
      const { manager } = change;
      await this.access.lockServer(manager, userId, serverId, 'exportMessages');
      const channel =
        channelId === undefined
          ? null
          : requireRow(await this.repository.findChannel(manager, serverId, channelId));
      if (await this.repository.hasActive(manager, serverId)) {
        throw new ProblemError('quota_reached', SERVER_EXPORT_MESSAGES.exportRunning);
      }
      const { perDay: max } = SERVER_EXPORT_LIMITS;
      if ((await this.repository.countOfDay(manager, userId)) >= max) {
        throw new ProblemError('quota_reached', SERVER_EXPORT_MESSAGES.tooManyExports({ max }));
      }
      const inserted = await this.repository.insert(manager, serverId, userId, channel);
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'export_requested',
        ...aboutChannel(inserted),
      });
      change.enqueue(OUTBOX_TOPICS.exportServer, inserted.id);
      return inserted;
    });
    const view = serverExportView(row);
    this.live.publish('export:changed', ROOMS.user(userId), view);
    return view;
  }

  /** @throws ProblemError `not_found` if it neither waits nor runs; `forbidden` unless the caller is the owner */
  async cancel(userId: string, { serverId, exportId }: ExportKey): Promise<void> {
    const row = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'exportMessages');
      const cancelled = requireRow(await this.repository.cancel(manager, serverId, exportId));
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'export_cancelled',
        ...aboutChannel(cancelled),
      });
      return cancelled;
    });
    this.live.publish('export:changed', ROOMS.user(userId), serverExportView(row));
  }

  /**
   * Returns an address for the browser, and records the download, which may be repeated and continued there for an hour.
   * @throws ProblemError `not_found` without an archive; `forbidden` unless the caller is the owner
   */
  async createAddress(session: SessionContext, { serverId, exportId }: ExportKey): Promise<ObjectAddress> {
    const { userId } = session;
    return this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'exportMessages');
      const archive = requireRow(await this.repository.findArchive(exportId));
      if (archive.serverId !== serverId) throw notFound();
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'export_downloaded',
        ...aboutChannel(archive),
      });
      return this.passes.insert(manager, session, serverExportPath(exportId));
    });
  }

  /**
   * Opens an archive, or a range of it, for the present owner of its server.
   * @param pass of an address, for a browser that sends no session
   * @throws ProblemError `not_found` for everyone else, `precondition_failed`, `range_not_satisfiable`
   */
  async open(
    session: SessionContext | undefined,
    exportId: string,
    pass: string | undefined,
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    if (!isUuid(exportId)) throw notFound();
    const readerId =
      session?.userId ??
      (pass === undefined ? undefined : await this.passes.findReader(pass, serverExportPath(exportId)));
    if (readerId === undefined) throw notFound();
    const archive = requireRow(await this.repository.findArchive(exportId));
    if (!may(await this.access.findStanding(readerId, archive.serverId), 'exportMessages')) throw notFound();
    const disposition = createDisposition(fileNameFor(archive, exportId), { type: 'attachment' });
    // The bytes of an archive never change.
    const stored = { key: archive.key, contentType: EXPORT_TYPE, size: archive.size, tag: exportId };
    return this.reader.open(stored, { disposition }, request);
  }
}

/** Returns the part of an entry of the audit log that names the only channel of an export. */
const aboutChannel = ({
  channelName,
}: Pick<ServerExportView, 'channelName'>): { detail?: ServerAuditDetail } =>
  channelName === null ? {} : { detail: { name: channelName } };

const fileNameFor = ({ serverName, channelName, finishedAt }: Archive, exportId: string): string => {
  const title = [PRODUCT_NAME, serverName, channelName ?? ''].join(' ');
  return `${fileNameOf({ id: exportId, title, createdAt: finishedAt })}.zip`;
};
