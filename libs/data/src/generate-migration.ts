import { createDataSource } from './data-source.js';

/** Prints the statements that bring the database at DATABASE_URL in line with the entities, as a draft of a migration. */
const dataSource = createDataSource(process.env['DATABASE_URL'] ?? '', { poolSize: 1 });
await dataSource.initialize();
const { upQueries, downQueries } = await dataSource.driver.createSchemaBuilder().log();
const print = (title: string, queries: { query: string }[]): void => {
  process.stdout.write(`-- ${title}\n${queries.map(({ query }) => `${query};\n`).join('')}`);
};
print('up', upQueries);
print('down', downQueries);
await dataSource.destroy();
