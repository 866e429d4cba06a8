import type { FactoryProvider } from '@nestjs/common';
import { assertWritable } from '@oniverse/data';
import { Health, ObjectStore, REDIS, type RedisConnection, WRITE_CHECK_KEY } from '@oniverse/platform';
import { DataSource } from 'typeorm';

/** What a backend checks to say how it is. */
export const BACKEND_HEALTH: FactoryProvider<Health> = {
  provide: Health,
  inject: [DataSource, REDIS.commands, ObjectStore],
  useFactory: (database: DataSource, redis: RedisConnection, objects: ObjectStore) =>
    new Health([
      {
        name: 'database',
        essential: true,
        check: () => database.query('SELECT 1'),
        checkWrite: () => assertWritable(database),
      },
      // Messages work without Redis and the object store. Affected calls report the outage themselves.
      {
        name: 'redis',
        essential: false,
        check: () => redis.ping(),
        checkWrite: () => redis.set(WRITE_CHECK_KEY, '', 'EX', 1),
      },
      {
        name: 'objects',
        essential: false,
        check: () => objects.ping(),
        checkWrite: () => objects.assertWritable(),
      },
    ]),
};
