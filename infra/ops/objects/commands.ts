import { ObjectStore } from '@oniverse/platform';
import { defineCommand, type OpsCommand, PLAIN } from '../cli/command.js';
import { findOrphans } from './orphans.js';
import { sumUsage } from './usage.js';

export const OBJECT_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'objects:orphans',
    summary: 'Lists objects of the bucket that no row names, and rows whose object is missing.',
    syntax: PLAIN,
    run: async ({ dataSource, config }) => ({
      rows: findOrphans(dataSource, new ObjectStore(config.objectStore)),
    }),
  }),
  defineCommand({
    name: 'objects:usage',
    summary: 'Sums what is stored by kind, of all members or of one.',
    syntax: (command) => command.argument('[oni-id]'),
    run: async ({ dataSource, member }) => ({ rows: await sumUsage(dataSource, member?.id) }),
  }),
];
