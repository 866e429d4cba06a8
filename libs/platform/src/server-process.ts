import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from './logging.js';

/** A process that does not end by itself in this time after SIGTERM is ended, in milliseconds. */
const END_TIMEOUT_MS = 9_000;

/**
 * Runs a server process: says to its parent when it is ready, ends orderly on SIGTERM and SIGINT, and ends with
 * an error when something unforeseen happens, so that whoever runs it starts it anew.
 * @param start brings the application up
 */
export async function runProcess(
  start: () => Promise<INestApplicationContext>,
  logger: Logger,
): Promise<void> {
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'Unhandled rejection');
    process.exit(1);
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Uncaught exception');
    process.exit(1);
  });
  let app: INestApplicationContext | undefined;
  let ending = false;
  const end = async (signal: string): Promise<void> => {
    if (ending) return;
    ending = true;
    logger.info({ signal }, 'Ending');
    setTimeout(() => process.exit(1), END_TIMEOUT_MS).unref();
    await app?.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  try {
    app = await start();
  } catch (error) {
    logger.fatal({ err: error }, 'Could not start');
    process.exit(1);
  }
  logger.info('Ready');
  process.send?.({ type: 'ready' });
}
