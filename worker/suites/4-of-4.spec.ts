import { importSpecs } from '@oniverse/testing';

await importSpecs(import.meta.url, '../src/');
