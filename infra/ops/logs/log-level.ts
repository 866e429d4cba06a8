import { LOG_LEVELS, type LogLevel } from '@oniverse/contracts';
import { storeSiteSetting } from '@oniverse/data';
import type { DataSource } from 'typeorm';

/** Stands for `LOG_LEVEL`. */
const CONFIGURED = 'configured';

/** Sets the level of all servers' logs. @throws Error unless there is one argument that names a level */
export async function setLogLevel(
  dataSource: DataSource,
  [name, ...others]: readonly string[],
): Promise<LogLevel | null> {
  const level = name === CONFIGURED ? null : LOG_LEVELS.find((known) => known === name);
  if (level === undefined || others.length > 0) {
    throw new Error(`Give one level: ${[...LOG_LEVELS, CONFIGURED].join(', ')}.`);
  }
  await storeSiteSetting(dataSource.manager, 'logLevel', level);
  return level;
}
