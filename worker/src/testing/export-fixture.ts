import {
  type Channel,
  Message,
  OUTBOX_TOPICS,
  OutboxRow,
  type Server,
  ServerExport,
  type User,
} from '@oniverse/data';
import { createLogger, ObjectStore } from '@oniverse/platform';
import { type TestStack, unzip } from '@oniverse/testing';
import { ExportServer } from '../talk/server-exports/export-server.js';
import { ExportedMessagesRepository } from '../talk/server-exports/exported-messages.repository.js';
import { ServerArchive } from '../talk/server-exports/server-archive.js';
import { ServerExportsRepository } from '../talk/server-exports/server-exports.repository.js';
import { ServerExportsService } from '../talk/server-exports/server-exports.service.js';
import { RecordingPublisher } from './recording-publisher.js';

/** Requests exports, and runs their jobs in this process. */
export class ExportFixture {
  readonly store: ObjectStore;
  readonly live = new RecordingPublisher();
  readonly repository: ServerExportsRepository;
  readonly messages: ExportedMessagesRepository;

  constructor(private readonly stack: TestStack) {
    const { dataSource } = stack;
    this.store = new ObjectStore(stack.config().objectStore);
    this.repository = new ServerExportsRepository(dataSource);
    this.messages = new ExportedMessagesRepository(dataSource);
  }

  get rows() {
    return this.stack.dataSource.getRepository(ServerExport);
  }

  newArchive(): ServerArchive {
    return new ServerArchive(this.messages, this.store);
  }

  /** Returns the service of a worker. */
  newService(archive: Pick<ServerArchive, 'listFiles'> = this.newArchive()): ServerExportsService {
    return new ServerExportsService(
      this.stack.dataSource,
      this.repository,
      this.messages,
      Object.assign(this.newArchive(), { listFiles: archive.listFiles.bind(archive) }),
      this.store,
      this.live,
      createLogger('test', 'silent'),
    );
  }

  /** Inserts an export with its job, as its transaction leaves them. */
  async request(server: Server, owner: User, channel: Channel | null = null): Promise<string> {
    const { id } = await this.rows.save({
      serverId: server.id,
      userId: owner.id,
      channelId: channel?.id ?? null,
      channelName: channel?.name ?? null,
    });
    await this.outbox().insert({ topic: OUTBOX_TOPICS.exportServer, subject: id });
    return id;
  }

  async run(id: string, service = this.newService()): Promise<void> {
    await new ExportServer(service).run(id);
  }

  async find(id: string): Promise<ServerExport> {
    return this.rows.findOneByOrFail({ id });
  }

  /** Returns the jobs in the outbox about an export: its own, and that of the night log. */
  async pendingJobs(id: string): Promise<string[]> {
    const rows = await this.outbox().find();
    return rows.flatMap(({ topic, subject }) => (subject.endsWith(id) ? topic : [])).toSorted();
  }

  /** Runs an export to its end. @returns the files of its archive by name */
  async export(server: Server, owner: User, channel: Channel | null = null): Promise<Map<string, Buffer>> {
    const id = await this.request(server, owner, channel);
    await this.run(id);
    const { objectKey } = await this.find(id);
    const bytes: Buffer[] = (await (await this.store.get(objectKey ?? ''))?.toArray()) ?? [];
    return unzip(Buffer.concat(bytes));
  }

  /** Inserts a message as the next of its channel or thread. */
  async write(channel: Pick<Channel, 'id'>, author: User, values: Partial<Message> = {}): Promise<Message> {
    const { dataSource } = this.stack;
    const [rows]: [{ seq: number }[], number] = await dataSource.query(
      'UPDATE channels SET last_seq = last_seq + 1, last_rev = last_rev + 1 WHERE id = $1 RETURNING last_seq AS seq',
      [channel.id],
    );
    const { seq = 0 } = rows[0] ?? {};
    return dataSource.getRepository(Message).save({
      channelId: channel.id,
      userId: author.id,
      seq,
      rev: seq,
      content: `said ${seq}`,
      nonce: String(seq),
      ...values,
    });
  }

  private outbox() {
    return this.stack.dataSource.getRepository(OutboxRow);
  }
}
