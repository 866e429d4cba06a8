/** Owns the schema, and cannot sign in: the administrator acts as it to migrate. */
export const MIGRATE_ROLE = 'oniverse_migrate';
/** The role of backends and workers: it reads and writes rows, and nothing else. */
export const PRODUCT_ROLE = 'oniverse_product';
