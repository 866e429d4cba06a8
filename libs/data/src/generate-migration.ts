import { createDataSource } from './data-source.js';

/**
 * Prints the statements that would bring the database at DATABASE_URL to what the entities say: the raw
 * material of the next migration, to be read, named and added to migrations.ts.
 */
const dataSource = createDataSource(process.env['DATABASE_URL'] ?? '', { poolSize: 1 });
await dataSource.initialize();
const { upQueries, downQueries } = await dataSource.driver.createSchemaBuilder().log();
const print = (title: string, queries: { query: string }[]): void => {
  process.stdout.write(`-- ${title}\n${queries.map(({ query }) => `${query};\n`).join('')}`);
};
print('up', upQueries);
print('down', downQueries);
await dataSource.destroy();
