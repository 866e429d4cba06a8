import * as v from 'valibot';

const size = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.hexadecimal(), v.length(64));

/** A file of a backup, in parts of a few megabytes as they are stored. */
const fileSchema = v.object({
  name: v.string(),
  parts: v.array(v.object({ name: v.string(), size, sha256: hash })),
});
export type BackupFile = v.InferOutput<typeof fileSchema>;

const tableSchema = v.object({
  name: v.string(),
  columns: v.array(v.string()),
  rows: size,
  /** Of all rows in any order; see `tableSum`. */
  sum: v.string(),
  file: fileSchema,
});
export type BackupTable = v.InferOutput<typeof tableSchema>;

const manifestSchema = v.object({
  format: v.literal(1),
  /** The moment of the snapshot. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The version that made it. */
  version: v.string(),
  isEncrypted: v.boolean(),
  /** The migrations that its tables need, by name, in order. */
  migrations: v.array(v.string()),
  tables: v.array(tableSchema),
  sequences: v.array(v.object({ name: v.string(), value: v.string(), isCalled: v.boolean() })),
  objects: v.object({
    count: size,
    bytes: size,
    /** Their folder in the destination, which depends on the key that encrypted them. */
    folder: v.string(),
    /** Objects that rows name and the store no longer had. */
    missing: size,
    /** The keys with size and SHA-256, a line of JSON each. */
    list: fileSchema,
    /** The names that they have in the destination, a line each, readable without a key. */
    names: fileSchema,
  }),
  /** The settings of the operator; null unless encrypted. */
  env: v.nullable(fileSchema),
});
/** What a backup has. It is stored last, so a backup with a manifest is complete. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** @throws Error if it is not one of this version or an earlier one */
export function parseManifest(text: string): Manifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) throw new Error('The manifest of this backup is damaged, or of a newer version.');
  return parsed.output;
}

/** A key in the object store, and what the database knows of its bytes. */
export const keptObjectSchema = v.object({ key: v.string(), size, sha256: hash });
export type KeptObject = v.InferOutput<typeof keptObjectSchema>;

export const manifestName = (backup: string): string => `${backup}/manifest.json`;
