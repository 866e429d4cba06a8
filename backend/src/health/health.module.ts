import { Module } from '@nestjs/common';
import { Health, ObjectStore, REDIS } from '@oniverse/platform';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { HealthController } from './health.controller.js';

@Module({
  controllers: [HealthController],
  providers: [
    {
      provide: Health,
      inject: [DataSource, REDIS.commands, ObjectStore],
      useFactory: (database: DataSource, redis: Redis, objects: ObjectStore) =>
        new Health([
          { name: 'database', essential: true, check: () => database.query('SELECT 1') },
          // Without these two messages go on; what needs them says so itself.
          { name: 'redis', essential: false, check: () => redis.ping() },
          { name: 'objects', essential: false, check: () => objects.ping() },
        ]),
    },
  ],
})
export class HealthModule {}
