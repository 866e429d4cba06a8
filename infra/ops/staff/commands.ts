import { Option } from '@commander-js/extra-typings';
import { STAFF_ROLES } from '@oniverse/contracts';
import { defineCommand, type OpsCommand, PLAIN } from '../cli/command.js';
import { addStaff, listStaff, removeStaff } from './staff.js';

export const STAFF_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'staff:add',
    summary: 'Gives a member a role among the staff of the site.',
    syntax: (command) =>
      command
        .argument('<oni-id>')
        .addOption(
          new Option('--role <role>', 'the role').choices(STAFF_ROLES).default('moderator' as const),
        ),
    run: async ({ dataSource }, [member], { role }) => {
      await addStaff(dataSource, member, role);
      return {
        text: `${member} is now on the staff as ${role}; the console needs a second factor.`,
        value: { member, role },
      };
    },
  }),
  defineCommand({
    name: 'staff:list',
    summary: 'Lists the staff of the site, administrators first.',
    syntax: PLAIN,
    run: async ({ dataSource }) => ({ rows: await listStaff(dataSource) }),
  }),
  defineCommand({
    name: 'staff:remove',
    summary: 'Takes the role among the staff away.',
    syntax: (command) => command.argument('<oni-id>'),
    run: async ({ dataSource }, [member]) => {
      await removeStaff(dataSource, member);
      return { text: `${member} is no longer on the staff.`, value: { member } };
    },
  }),
];
