import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Config, type Logger, NestLogger } from '@oniverse/platform';
import { WorkerModule } from './worker.module.js';

/** Starts a worker. Any number may run at the same time. */
export async function createWorker(config: Config, logger: Logger): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.with(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}
