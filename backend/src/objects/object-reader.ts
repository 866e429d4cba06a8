import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { storeKeyOf } from '@oniverse/data';
import { notFound, ObjectStore } from '@oniverse/platform';
import type { FastifyRequest } from 'fastify';
import { ObjectsRepository, type StoredBytes } from './objects.repository.js';
import { answerFor, type ObjectAnswer } from './served-object.js';

/** What is sent of an object: no bytes where it is the headers alone. */
export interface OpenedObject extends Pick<ObjectAnswer, 'status' | 'headers'> {
  bytes: Readable;
}

/** Reads objects for who may see them. */
@Injectable()
export class ObjectReader {
  constructor(
    private readonly repository: ObjectsRepository,
    private readonly store: ObjectStore,
  ) {}

  /**
   * @param askerId null for a visitor
   * @param request says which part is wanted, and what the asker has already
   * @throws ProblemError `not_found` for what does not exist and for what the asker may not see alike
   */
  async read(
    askerId: string | null,
    path: string,
    request: Pick<FastifyRequest, 'method' | 'headers'>,
  ): Promise<OpenedObject> {
    const { status, headers, range } = answerFor(request, await this.requireReadable(askerId, path));
    if (!range) return { status, headers, bytes: Readable.from([]) };
    const bytes = await this.store.get(storeKeyOf(path), range);
    // Discarded and taken away since it was looked up.
    if (!bytes) throw notFound();
    return { status, headers, bytes };
  }

  /** The original is its owner's alone. */
  private async requireReadable(askerId: string | null, path: string): Promise<StoredBytes> {
    const original = askerId === null ? undefined : await this.repository.findReadable(askerId, path);
    if (!original) throw notFound();
    return original;
  }
}
