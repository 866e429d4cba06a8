import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, poolOf } from '@oniverse/data';
import { type Config, databaseWork, LOGGER, type Logger, measureDatabase, Metrics } from '@oniverse/platform';
import { ContractPipe, BackendPlatformModule, ProblemFilter } from '@oniverse/platform/backend';
import { DataSource } from 'typeorm';
import { AccountModule } from './account/index.js';
import { AlbumModule } from './album/index.js';
import { PeopleModule } from './people/index.js';
import { SafetyModule } from './safety/index.js';
import { SiteModule } from './site/index.js';
import { StaffModule } from './staff/index.js';
import { TalkModule } from './talk/index.js';
import { WritingModule } from './writing/index.js';

const DATABASE_ATTEMPTS = 10;
const DATABASE_RETRY_DELAY_MS = 1_000;

@Module({})
export class AppModule {
  constructor(metrics: Metrics, dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    measureDatabase(metrics, poolOf(dataSource), logger);
  }

  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        BackendPlatformModule.with(config, logger),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(config.databaseUrl, {
            named: config.namedStatements,
            work: databaseWork,
          }),
          retryAttempts: DATABASE_ATTEMPTS,
          retryDelay: DATABASE_RETRY_DELAY_MS,
        }),
        AccountModule,
        AlbumModule,
        WritingModule,
        TalkModule,
        PeopleModule,
        SafetyModule,
        SiteModule,
        StaffModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: ContractPipe },
      ],
    };
  }
}
