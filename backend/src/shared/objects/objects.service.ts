import { Injectable } from '@nestjs/common';
import { UPLOAD_MESSAGES } from '@oniverse/contracts';
import { storeKeyOf } from '@oniverse/data';
import { notFound, ObjectStore, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { readObjectAddress } from './object-address.js';
import { ObjectsRepository } from './objects.repository.js';

@Injectable()
export class ObjectsService {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Returns the path (`/objects/…`) of the member's own upload at an address.
   * @throws ProblemError `invalid_address` for a foreign address; `not_found` if the object is unknown, not uploaded or another member's
   */
  async resolve(
    manager: EntityManager,
    userId: string,
    address: string,
    ownOrigins: readonly string[],
  ): Promise<string> {
    const named = readObjectAddress(address, ownOrigins);
    if (!named) throw new ProblemError('invalid_address', UPLOAD_MESSAGES.invalidAddress);
    const path = await this.repository.findArrived(manager, userId, named);
    if (path === undefined) throw notFound();
    return path;
  }

  /** Marks an upload as used, so that nothing else can use it. @throws ProblemError `already_used`, `not_found` */
  async markUsed(manager: EntityManager, path: string): Promise<void> {
    const before = await this.repository.markUsed(manager, path);
    if (before === undefined) throw notFound();
    if (before !== 'stored') throw new ProblemError('already_used', UPLOAD_MESSAGES.alreadyUsed);
  }

  /** Hides objects and their renditions from readers. Call `removeDiscarded` after the commit to delete their bytes. */
  async discard(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await this.repository.discard(manager, paths);
  }

  /** Deletes discarded objects and renditions from the store. Call it after the commit; maintenance retries it. */
  async removeDiscarded(paths: readonly string[]): Promise<void> {
    const discarded = await this.repository.findDiscarded(paths);
    // Aborted first: an upload that is completed at the same time has made its object, or never does.
    for (const { path, uploadId } of discarded) {
      if (uploadId !== null) await this.store.abortParts(storeKeyOf(path), uploadId);
    }
    const removed = discarded.map(({ path }) => path);
    await this.store.remove(removed.map(storeKeyOf));
    await this.repository.deleteDiscarded(removed);
  }
}
