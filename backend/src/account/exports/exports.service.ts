import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type ExportTicket, MESSAGES, PRODUCT_NAME } from '@oniverse/contracts';
import { createZip, notFound, ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { AccountActivityService, type ActivityEntry } from '../account-activity/account-activity.service.js';
import {
  hashOfToken,
  MemberChanges,
  newToken,
  type Origin,
  type SessionContext,
} from '../../shared/index.js';
import { EXPORT, ExportQueue } from './export-queue.js';
import { ExportedFiles } from './exported-files.js';
import { ExportsRepository } from './exports.repository.js';

export interface StartedExport {
  fileName: string;
  /** The caller reads it to the end or destroys it. The first bytes come at once, the rest after `turn`. */
  bytes: Readable;
  turn: Promise<void>;
}

const EXPORT_LIMIT: RateLimit = { name: 'exports', points: 10, seconds: 60 * 60 };

@Injectable()
export class ExportsService {
  constructor(
    private readonly repository: ExportsRepository,
    private readonly files: ExportedFiles,
    private readonly queue: ExportQueue,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
    private readonly activity: AccountActivityService,
  ) {}

  /**
   * Creates a single-use address on the first of the site's origins. The member's previous address stops working.
   * @throws ProblemError `malformed_request` without an origin, `rate_limited`
   */
  async createAddress(
    session: SessionContext,
    [siteOrigin]: readonly string[],
    origin: Origin,
  ): Promise<ExportTicket> {
    if (siteOrigin === undefined) throw new ProblemError('malformed_request', MESSAGES.malformedRequest);
    const { userId, publicId: sessionId } = session;
    await this.limits.consume(EXPORT_LIMIT, userId);
    return this.issueAddress(session, siteOrigin, { userId, kind: 'exported', origin, sessionId });
  }

  /** Like `createAddress`, for an operator. The member's activity has it. @throws ProblemError `unauthorized` without the member */
  async createAddressOnRequest(userId: string, siteOrigin: string): Promise<ExportTicket> {
    return this.issueAddress(userId, siteOrigin, { userId, kind: 'exported', detail: 'by the operator' });
  }

  private async issueAddress(
    by: string | SessionContext,
    siteOrigin: string,
    entry: ActivityEntry,
  ): Promise<ExportTicket> {
    const token = newToken();
    const expiresAt = await this.changes.runChange(by, async (change) => {
      change.afterCommit(await this.activity.record(change.manager, entry));
      return this.repository.insert(change.manager, change.userId, hashOfToken(token));
    });
    return { url: `${siteOrigin}/exports/${token}`, expiresAt: expiresAt.toISOString() };
  }

  /** Returns the file name of an export without using up its address. @throws ProblemError `not_found` */
  async getFileName(token: string): Promise<string> {
    const member = await this.repository.find(hashOfToken(token));
    if (!member) throw notFound();
    return fileNameFor(member.username);
  }

  /**
   * Uses up an address and starts the export. As a credential, the address stays used up even if the connection breaks.
   * @throws ProblemError `not_found`; the errors of `ExportQueue.enter`, which do not use up the address
   */
  async startExport(token: string): Promise<StartedExport> {
    const tokenHash = hashOfToken(token);
    const owner = await this.repository.find(tokenHash);
    if (!owner) throw notFound();
    const { turn, leave } = this.queue.enter(owner.id);
    try {
      const member = await this.repository.useUp(tokenHash);
      if (!member) throw notFound();
      const bytes = createZip(this.files.listFiles(member.id, turn));
      limitDuration(bytes, turn, EXPORT.maxDurationMs);
      bytes.once('close', leave);
      return { fileName: fileNameFor(member.username), bytes, turn };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** Destroys a stream that is still open `ms` milliseconds after its turn. */
export function limitDuration(bytes: Readable, turn: Promise<void>, ms: number): void {
  const startTimer = (): void => {
    const timer = setTimeout(() => bytes.destroy(new Error('The export took too long.')), ms);
    bytes.once('close', () => clearTimeout(timer));
  };
  turn.then(startTimer, () => {});
}

/** Usernames are safe in headers and file names. */
const fileNameFor = (username: string): string =>
  `${PRODUCT_NAME.toLowerCase()}-${username}-${new Date().toISOString().slice(0, 10)}.zip`;
