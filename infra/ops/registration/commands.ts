import type { RegistrationMode } from '@oniverse/contracts';
import { defineCommand, type OpsCommand, PLAIN, withPage } from '../cli/command.js';
import { pageOutput } from '../cli/output.js';

const setMode = (mode: RegistrationMode, summary: string): OpsCommand =>
  defineCommand({
    name: `registration:${mode}`,
    summary,
    syntax: PLAIN,
    run: async (context) => ({ record: await context.operate('registration.set', { mode }) }),
  });

export const REGISTRATION_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'registration:show',
    summary: 'Shows who may register.',
    syntax: PLAIN,
    run: async (context) => ({ record: await context.operate('registration.get', null) }),
  }),
  setMode('open', 'Lets everyone register.'),
  setMode('invite', 'Leaves registration to those with an invitation.'),
  setMode('closed', 'Lets nobody register.'),
  defineCommand({
    name: 'registration:create-invite',
    summary: 'Prints the link of a new invitation, which works once.',
    syntax: PLAIN,
    run: async (context) => ({ record: await context.operate('registration.invite', null) }),
  }),
  defineCommand({
    name: 'registration:list-invites',
    summary: 'Lists the invitations that still work, newest first.',
    syntax: (command) => withPage(command),
    run: async (context, _args, { limit, cursor }) =>
      pageOutput(await context.operate('registration.invites', { limit, cursor })),
  }),
];
