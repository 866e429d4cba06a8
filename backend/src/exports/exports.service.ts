import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EXPORT, type ExportTicket, MESSAGES, PRODUCT_NAME } from '@oniverse/contracts';
import { notFound, ProblemError, RateLimits, unavailable } from '@oniverse/platform';
import { MemberChanges } from '../changes/member-changes.js';
import { hashOfToken, newToken } from '../objects/object-address.js';
import { ExportedFiles } from './exported-files.js';
import { ExportsRepository } from './exports.repository.js';
import { zipOf } from './zip.js';

/** All that a member has, on its way out. */
export interface OpenedExport {
  fileName: string;
  /** Whoever does not read it to its end destroys it. */
  bytes: Readable;
}

/** Members take all that they have with them. */
@Injectable()
export class ExportsService {
  /** Exports that are being sent. */
  private underWay = 0;

  constructor(
    private readonly repository: ExportsRepository,
    private readonly files: ExportedFiles,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Gives out an address where the member's export can be fetched, once. One that was given out before stops working.
   * @param ownOrigins the site's own, the first for the address
   * @throws ProblemError `malformed_request` where there is none, `rate_limited`
   */
  async open(userId: string, [origin]: readonly string[]): Promise<ExportTicket> {
    if (origin === undefined) throw new ProblemError('malformed_request', MESSAGES.malformedRequest);
    await this.limits.consume('exports', userId);
    const token = newToken();
    const expiresAt = await this.changes.run(userId, (change) =>
      this.repository.insert(change.manager, userId, hashOfToken(token)),
    );
    return { url: `${origin}/exports/${token}`, expiresAt: expiresAt.toISOString() };
  }

  /** The name of an export that could be fetched. @throws ProblemError `not_found` */
  async look(token: string): Promise<string> {
    const member = await this.repository.find(hashOfToken(token));
    if (!member) throw notFound();
    return fileNameFor(member.username);
  }

  /**
   * Uses an address up, and begins to send. The address is spent from here on, also where the connection breaks later:
   * it is a credential, and nobody else can use what was sent once; its member asks for another.
   * @throws ProblemError `not_found`; `unavailable` where too many are under way, and then it is not spent
   */
  async begin(token: string): Promise<OpenedExport> {
    if (this.underWay >= EXPORT.atOnce) throw unavailable();
    this.underWay += 1;
    try {
      const member = await this.repository.take(hashOfToken(token));
      if (!member) throw notFound();
      const bytes = zipOf(this.files.of(member.id));
      bytes.once('close', () => {
        this.underWay -= 1;
      });
      return { fileName: fileNameFor(member.username), bytes };
    } catch (error) {
      this.underWay -= 1;
      throw error;
    }
  }
}

/** A username has nothing in it that a header or a file's name would not take. */
const fileNameFor = (username: string): string =>
  `${PRODUCT_NAME.toLowerCase()}-${username}-${new Date().toISOString().slice(0, 10)}.zip`;
