import { createHash } from 'node:crypto';
import { ATTACHMENT } from '@oniverse/contracts';
import { OutboxRow, storeKeyOf } from '@oniverse/data';
import { sleep } from '@oniverse/embedded';
import type { ObjectStore } from '@oniverse/platform';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { drawQuarters } from '../../worker/src/testing/pictures.js';
import { between, type Random } from './random.js';
import { property, RepeatedCalls } from './rest.js';

const SENDERS = 4;
const PICTURE_ONE_IN = 3;
const DELETE_ONE_IN = 4;
/** Uploads that no message ever gets. */
const FORGET_ONE_IN = 5;
const ANSWER_MS = 4_000;
const PACE_MS = 600;
const READY_MS = 60_000;
const OBJECTS = 'objects/';

interface SentFile {
  id: string;
  path: string;
  /** Null for a picture, of which readers get renditions. */
  sha256: string | null;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Members of a dimension who send messages with files, and delete some of them. */
export class FileSenders {
  private readonly calls: RepeatedCalls;
  /** The files of each acknowledged message. */
  private readonly sent = new Map<string, SentFile[]>();
  /** The messages whose deletion was acknowledged. */
  private readonly deleted = new Set<string>();
  private isFinishing = false;
  private isAborted = false;
  private tasks: Promise<void>[] = [];
  private nonces = 0;

  private constructor(
    private readonly urls: readonly string[],
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly random: Random,
    private readonly picture: Uint8Array<ArrayBuffer>,
    private readonly channelId: string,
  ) {
    this.calls = new RepeatedCalls(urls, { answerMs: ANSWER_MS, observe: () => undefined });
  }

  /** @param store that of the product */
  static async start(
    urls: readonly string[],
    dataSource: DataSource,
    store: ObjectStore,
    random: Random,
  ): Promise<FileSenders> {
    const members = await Promise.all(Array.from({ length: SENDERS }, () => makeMember(dataSource)));
    const { channel } = await makeServer(dataSource, { members: members.map(({ user }) => user) });
    const picture = new Uint8Array(await drawQuarters(300, 200).png().toBuffer());
    const senders = new FileSenders(urls, dataSource, store, random, picture, channel.id);
    senders.tasks = members.map(({ sessionId }) => senders.send(sessionId));
    return senders;
  }

  get counts(): { messages: number; deleted: number } {
    return { messages: this.sent.size, deleted: this.deleted.size };
  }

  async finish(): Promise<void> {
    this.isFinishing = true;
    await Promise.all(this.tasks);
  }

  async abort(): Promise<void> {
    this.isAborted = true;
    this.calls.abort();
    await this.finish();
  }

  /**
   * Compares what was acknowledged with what is stored, after `cleanUp` has deleted what nothing uses.
   * @returns one line per violation
   */
  async check(cleanUp: () => Promise<unknown>): Promise<string[]> {
    await waitUntil(
      'all jobs to finish',
      async () => (await this.dataSource.getRepository(OutboxRow).count()) === 0,
      READY_MS,
    );
    // As a day later.
    await this.dataSource.query(
      `UPDATE objects SET created_at = created_at - interval '2 days', upload_expires_at = upload_expires_at - interval '2 days'
        WHERE state IN ('awaited', 'arriving', 'stored')`,
    );
    await cleanUp();
    const found = [...this.calls.violations];
    for (const [messageId, files] of this.sent) {
      const isDeleted = this.deleted.has(messageId);
      for (const file of files) found.push(...(await this.checkFile(messageId, file, isDeleted)));
    }
    return [...found, ...(await this.checkOrphans())];
  }

  private async checkFile(messageId: string, file: SentFile, isDeleted: boolean): Promise<string[]> {
    const rows: { message_id: string | null; kind: string }[] = await this.dataSource.query(
      'SELECT message_id, kind FROM attachments WHERE id = $1',
      [file.id],
    );
    if (isDeleted) return rows.length > 0 ? [`the deleted message ${messageId} has a file`] : [];
    if (rows[0]?.message_id !== messageId) return [`the message ${messageId} lost the file ${file.id}`];
    const bytes = await (await this.store.get(storeKeyOf(file.path)))?.toArray();
    if (!bytes) return [`the bytes of ${file.path} are lost`];
    if (file.sha256 !== null && sha256(Buffer.concat(bytes)) !== file.sha256) {
      return [`the bytes of ${file.path} are others`];
    }
    const renditions: unknown[] = await this.dataSource.query(
      `SELECT FROM objects WHERE rendition_of = $1 AND state = 'used'`,
      [file.path],
    );
    return file.sha256 === null && renditions.length === 0
      ? [`the picture ${file.path} has no rendition`]
      : [];
  }

  /** Compares the objects in the store with their rows, and both with what uses them. */
  private async checkOrphans(): Promise<string[]> {
    const rows: { path: string; is_used: boolean }[] = await this.dataSource.query(
      `SELECT path, EXISTS (
                SELECT FROM attachments WHERE object_path IN (object.path, object.rendition_of) AND message_id IS NOT NULL
              ) AS is_used
         FROM objects object`,
    );
    const keys = new Set(await this.store.listKeys(OBJECTS));
    const known = new Set(rows.map(({ path }) => storeKeyOf(path)));
    return [
      ...rows.filter(({ is_used: isUsed }) => !isUsed).map(({ path }) => `nothing uses ${path}`),
      ...[...keys].filter((key) => !known.has(key)).map((key) => `the object ${key} has no row`),
      ...[...known].filter((key) => !keys.has(key)).map((key) => `the object ${key} is lost`),
    ];
  }

  private async send(sessionId: string): Promise<void> {
    while (!this.isFinishing) {
      await sleep(between(this.random, 0, 2 * PACE_MS));
      const count = 1 + Math.floor(between(this.random, 0, 3));
      const files: SentFile[] = [];
      for (let n = 0; n < count; n += 1) {
        const file = await this.upload(sessionId);
        if (file && this.random() >= 1 / FORGET_ONE_IN) files.push(file);
      }
      if (files.length === 0) continue;
      this.nonces += 1;
      const body = { nonce: `file-${this.nonces}`, attachments: files.map(({ id }) => ({ id })) };
      const path = `channels/${this.channelId}/messages`;
      const answer = await this.calls.repeat('POST', path, sessionId, body, [201]);
      const messageId = property(answer?.body, 'id');
      if (typeof messageId !== 'string') continue;
      this.sent.set(messageId, files);
      if (this.random() < 1 / DELETE_ONE_IN) {
        if (await this.calls.repeat('DELETE', `messages/${messageId}`, sessionId))
          this.deleted.add(messageId);
      }
    }
  }

  /** Uploads a file until it is ready. One whose bytes are not acknowledged starts again at another address. */
  private async upload(sessionId: string): Promise<SentFile | undefined> {
    const isPicture = this.random() < 1 / PICTURE_ONE_IN;
    this.nonces += 1;
    const bytes = isPicture
      ? this.picture
      : new Uint8Array(
          Buffer.from(`${this.nonces} `.repeat(1 + Math.floor(between(this.random, 0, 20_000)))),
        );
    while (!this.isAborted) {
      const ticket = await this.calls.repeat(
        'POST',
        'attachments',
        sessionId,
        { name: isPicture ? 'a.png' : 'a.txt', size: Math.min(bytes.length, ATTACHMENT.maxBytes) },
        [201],
      );
      if (!ticket) return undefined;
      const id = String(property(ticket.body, 'id'));
      const path = await this.sendBytes(String(property(ticket.body, 'uploadURL')), bytes);
      if (path === undefined) continue;
      await this.untilReady(id);
      return { id, path, sha256: isPicture ? null : sha256(bytes) };
    }
    return undefined;
  }

  /** @returns the path of the object; undefined without an acknowledgement */
  private async sendBytes(address: string, body: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
    try {
      const url = new URL(address);
      const backend = this.urls[Math.floor(this.random() * this.urls.length)];
      const answer = await fetch(new URL(url.pathname, backend), {
        method: 'PUT',
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const json: unknown = await answer.json();
      return answer.ok ? String(property(json, 'objectPath')) : undefined;
    } catch {
      return undefined;
    }
  }

  private async untilReady(id: string): Promise<void> {
    await waitUntil(
      'a file to be ready',
      async () => {
        const rows: unknown[] = await this.dataSource
          .query('SELECT FROM attachments WHERE id = $1 AND ready_at IS NOT NULL', [id])
          .catch(() => []);
        return rows.length > 0 || this.isAborted;
      },
      READY_MS,
    );
  }
}
