import type { ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Board } from './entities/board.entity.js';
import { Capsule } from './entities/capsule.entity.js';
import { ChannelRead } from './entities/channel-read.entity.js';
import { Channel } from './entities/channel.entity.js';
import { Connection } from './entities/connection.entity.js';
import { ConstellationNode } from './entities/constellation-node.entity.js';
import { ExportAddress } from './entities/export-address.entity.js';
import { Image } from './entities/image.entity.js';
import { Invite } from './entities/invite.entity.js';
import { Mention } from './entities/mention.entity.js';
import { Message } from './entities/message.entity.js';
import { OutboxRow } from './entities/outbox-row.entity.js';
import { Post } from './entities/post.entity.js';
import { ProfileArchive } from './entities/profile-archive.entity.js';
import { ServerMember } from './entities/server-member.entity.js';
import { ServerRemoval } from './entities/server-removal.entity.js';
import { Server } from './entities/server.entity.js';
import { Session } from './entities/session.entity.js';
import { StoredObject } from './entities/stored-object.entity.js';
import { Tag } from './entities/tag.entity.js';
import { User } from './entities/user.entity.js';
import { UserTag } from './entities/user-tag.entity.js';
import { WaitlistEntry } from './entities/waitlist-entry.entity.js';
import { MIGRATIONS } from './migrations.js';
import { SnakeCaseNaming } from './naming.js';

/** All entities, for a Nest module and for the data source. */
export const ENTITIES = [
  Board,
  Capsule,
  Channel,
  ChannelRead,
  Connection,
  ConstellationNode,
  ExportAddress,
  Image,
  Invite,
  Mention,
  Message,
  OutboxRow,
  Post,
  ProfileArchive,
  Server,
  ServerMember,
  ServerRemoval,
  Session,
  StoredObject,
  Tag,
  User,
  UserTag,
  WaitlistEntry,
];

/** What one process may ask of the database. */
export interface DataSourceBounds {
  /** Connections that it may hold. */
  poolSize?: number;
  /** A connection that cannot be had in this time fails, in milliseconds. */
  connectTimeoutMs?: number;
  /** A query that does not answer in this time fails, in milliseconds. */
  queryTimeoutMs?: number;
}

/**
 * When a connection that nobody uses is closed. A new one reads and plans each prepared statement once more, which takes
 * longer than most of them run.
 */
const IDLE_MS = 600_000;

/**
 * How to reach the database.
 * @param url as in `postgres://user:password@host:5432/name`
 */
export function dataSourceOptions(
  url: string,
  { poolSize = 10, connectTimeoutMs = 3_000, queryTimeoutMs = 10_000 }: DataSourceBounds = {},
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
    applicationName: 'oniverse',
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    extra: {
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      idleTimeoutMillis: IDLE_MS,
      onConnect: outliveLoss,
    },
  };
}

/**
 * Has the process outlive the loss of a connection. Between the moment when the pool gives one out and the one when
 * TypeORM listens to it, nobody does, and an error that nobody listens to ends the process. Whoever uses the
 * connection learns of it all the same: what is asked fails, and the pool lets go of it.
 */
function outliveLoss(client: ClientBase): void {
  client.on('error', () => {});
}

/** A data source that is not connected yet. */
export function createDataSource(url: string, bounds?: DataSourceBounds): DataSource {
  return new DataSource(dataSourceOptions(url, bounds));
}
