import type { DataSource } from 'typeorm';

/** How `messages` is stored: as one table (1), or in so many partitions by a hash of the channel. */
export type Partitions = number;

interface Definitions {
  constraints: readonly string[];
  indexes: readonly string[];
  triggers: readonly string[];
}

/** Reads how the product defines `messages`, before the first change of its layout. */
export async function readDefinitions(source: DataSource): Promise<Definitions> {
  const read = async (sql: string): Promise<string[]> => {
    const rows: { definition: string }[] = await source.query(sql);
    return rows.map(({ definition }) => definition);
  };
  return {
    constraints: await read(
      `SELECT 'ALTER TABLE messages ADD CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE conrelid = 'messages'::regclass AND contype IN ('p', 'u', 'f')`,
    ),
    indexes: await read(
      `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index
        WHERE indrelid = 'messages'::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    ),
    triggers: await read(
      `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = 'messages'::regclass AND NOT tgisinternal`,
    ),
  };
}

/**
 * Stores all messages in another layout under the same name. With partitions, the key is the id with the channel, in this order:
 * one index of each partition serves both.
 */
export async function changeLayout(
  source: DataSource,
  { constraints, indexes, triggers }: Definitions,
  partitions: Partitions,
): Promise<void> {
  await source.transaction(async (manager) => {
    const isOne = partitions === 1;
    const parts = isOne ? [] : Array.from({ length: partitions }, (_, part) => part);
    await manager.query(`SET LOCAL maintenance_work_mem = '512MB'`);
    await manager.query(
      `CREATE TABLE next_messages (LIKE messages INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
       ${isOne ? '' : 'PARTITION BY HASH (channel_id)'}`,
    );
    for (const part of parts) {
      await manager.query(
        `CREATE TABLE messages_${partitions}_${part} PARTITION OF next_messages FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part})`,
      );
    }
    await manager.query('INSERT INTO next_messages SELECT * FROM messages');
    await manager.query('DROP TABLE messages CASCADE');
    await manager.query('ALTER TABLE next_messages RENAME TO messages');
    for (const constraint of constraints)
      await manager.query(
        isOne ? constraint : constraint.replace('PRIMARY KEY (id)', 'PRIMARY KEY (id, channel_id)'),
      );
    for (const definition of [...indexes, ...triggers]) await manager.query(definition);
  });
}
