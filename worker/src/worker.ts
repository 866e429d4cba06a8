import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Config, type Logger, NestLogger } from '@oniverse/platform';
import { WorkerModule } from './worker.module.js';

/** Starts one worker. Any number may run beside each other. */
export async function createWorker(config: Config, logger: Logger): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.with(config, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}
