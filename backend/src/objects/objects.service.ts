import { Injectable } from '@nestjs/common';
import { MESSAGES } from '@oniverse/contracts';
import { storeKeyOf } from '@oniverse/data';
import { notFound, ObjectStore, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { readObjectAddress } from './object-address.js';
import { ObjectsRepository } from './objects.repository.js';

/** Stored objects, for the features that make something of them. */
@Injectable()
export class ObjectsService {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly store: ObjectStore,
  ) {}

  /**
   * The path, `/objects/…`, of the member's own upload that an address names in any of its forms.
   * @param manager of the transaction of the change
   * @param ownOrigins the site's own, as `OwnOrigins` gives them
   * @throws ProblemError `invalid_address` where it is not of our store, `not_found` where it is another's, unknown,
   * or has not arrived
   */
  async resolve(
    manager: EntityManager,
    userId: string,
    address: string,
    ownOrigins: readonly string[],
  ): Promise<string> {
    const named = readObjectAddress(address, ownOrigins);
    if (!named) throw new ProblemError('invalid_address', MESSAGES.invalidAddress);
    const path = await this.repository.findArrived(manager, userId, named);
    if (path === undefined) throw notFound();
    return path;
  }

  /**
   * Something is made of an upload, which nothing else can then be made of.
   * @throws ProblemError `already_used`, `not_found`
   */
  async use(manager: EntityManager, path: string): Promise<void> {
    const before = await this.repository.use(manager, path);
    if (before === undefined) throw notFound();
    if (before === 'used') throw new ProblemError('already_used', MESSAGES.alreadyUsed);
  }

  /** Nothing needs these and their renditions any more. From the commit on nobody reads them; `removeDiscarded` takes their bytes away. */
  async discard(manager: EntityManager, paths: readonly string[]): Promise<void> {
    await this.repository.discard(manager, paths);
  }

  /** Takes discarded objects, with their renditions, out of the store. Run it after the commit; what it fails to do is done by upkeep. */
  async removeDiscarded(paths: readonly string[]): Promise<void> {
    const discarded = await this.repository.findDiscarded(paths);
    await this.store.remove(discarded.map(storeKeyOf));
    await this.repository.deleteDiscarded(discarded);
  }
}
