import { importSpecs } from '@oniverse/testing/import-specs';

await importSpecs(import.meta.url, '../');
