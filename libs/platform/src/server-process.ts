import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from './logging.js';
import { adviceForRefusal } from './refused-credentials.js';

/** The process exits at the latest this long after it began to close, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 9_000;

/**
 * Runs a server process: notifies its parent when it is ready, shuts down on SIGTERM and SIGINT, and exits with 1 on an
 * unexpected error, so that its supervisor restarts it.
 * @param leave runs before the process closes, while it still serves
 */
export async function runProcess<App extends INestApplicationContext>(
  start: () => Promise<App>,
  logger: Logger,
  leave: (app: App) => Promise<void> = async () => {},
): Promise<void> {
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'Unhandled rejection');
    process.exit(1);
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Uncaught exception');
    process.exit(1);
  });
  let app: App | undefined;
  let isStopping = false;
  const shutDown = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'Shutting down');
    if (app) await leave(app);
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    await app?.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown(signal));
  try {
    app = await start();
  } catch (error) {
    logger.fatal({ err: error }, adviceForRefusal(error) ?? 'Startup failed');
    process.exit(1);
  }
  logger.info('Ready');
  process.send?.({ type: 'ready' });
}
