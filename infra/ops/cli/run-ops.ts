import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { Command, CommanderError } from '@commander-js/extra-typings';
import { beginOpsCommand, endOpsCommand, type NewOpsAuditEntry, type OpsOutcome } from '@oniverse/data';
import { ConfigError, type Env } from '@oniverse/platform/command';
import { BackendOperations } from './backend-operations.js';
import { CommandError, EXIT_CODES, exitCodeOf } from './command-error.js';
import type { Invocation, OpsCommand } from './command.js';
import { Context } from './context.js';
import { operatorOf } from './operator.js';
import { writeOutput } from './output.js';

export interface Terminal {
  env: Env;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
  /** Of a caller who runs several commands. */
  backend?: BackendOperations;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01';

const ABOUT = `
A command needs the configuration of the site, its help does not. With --json, a command prints one JSON document, lists with
items and cursor, and errors on stderr as {"error":{"code","message"}}.

Exit codes: ${Object.entries(EXIT_CODES)
  .map(([name, code]) => `${code} ${name.replace('_', ' ')}`)
  .join(', ')}.
The audit log of operators has every command that uses the database: audit:list.`;

/** Runs the command that the arguments name. @returns the exit code */
export async function runOps(
  commands: readonly OpsCommand[],
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const isJson = args.includes('--json');
  try {
    if (isJson && args.length === 1) {
      const rows = commands.map(({ name, usage, summary }) => ({ name, usage, summary }));
      await writeOutput({ rows }, true, terminal.stdout);
      return EXIT_CODES.done;
    }
    const program = new Command('ops')
      .description('The commands of the operators of Oniverse.')
      .usage('<command> [options]')
      .addHelpText('after', ABOUT)
      .exitOverride()
      .configureOutput({
        writeOut: (text) => void terminal.stdout.write(text),
        writeErr: (text) => void terminal.stderr.write(text),
        outputError: () => undefined,
      });
    let exitCode: number = EXIT_CODES.done;
    for (const command of commands) {
      command.addTo(program, async (invocation) => {
        exitCode = await runInvocation(invocation, terminal);
      });
    }
    for (const subcommand of program.commands) subcommand.copyInheritedSettings(program);
    const named = args.length === 0 ? ['--help'] : withoutFormerName(commands, args, terminal);
    await program.parseAsync(named, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.done;
    const { code, message } = describe(error);
    if (isJson) terminal.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`);
    else terminal.stderr.write(`${message}\n`);
    return exitCodeOf(code);
  }
}

/** Replaces a name of the previous release, and says so. */
function withoutFormerName(
  commands: readonly OpsCommand[],
  args: readonly string[],
  { stderr }: Terminal,
): readonly string[] {
  for (const { name, formerNames } of commands) {
    for (const former of formerNames) {
      const words = former.split(' ');
      if (!words.every((word, index) => args[index] === word)) continue;
      stderr.write(`\`${former}\` is now \`${name}\`. The former name works until the next release.\n`);
      return [name, ...args.slice(words.length)];
    }
  }
  return args;
}

async function runInvocation(invocation: Invocation, terminal: Terminal): Promise<number> {
  const { command, isJson } = invocation;
  const backend = terminal.backend ?? new BackendOperations(terminal.env);
  const context = new Context(terminal.env, terminal.stderr, isJson, backend);
  try {
    if (command.isOffline) return await confirmAndRun(invocation, context, terminal);
    await context.connect();
    return await runRecorded(invocation, context, terminal);
  } finally {
    await context.close();
    if (!terminal.backend) await backend.close();
  }
}

async function runRecorded(invocation: Invocation, context: Context, terminal: Terminal): Promise<number> {
  const { 'oni-id': username, ...given } = invocation.given;
  let unknown: unknown;
  if (typeof username === 'string') {
    context.member = await context.findMember(username).catch((error: unknown) => {
      unknown = error;
      return undefined;
    });
  }
  const entry: NewOpsAuditEntry = {
    ...operatorOf(terminal.env),
    command: invocation.command.name,
    arguments: given,
    subjectId: context.member?.id ?? null,
  };
  const { manager } = context.dataSource;
  const id = await unlessMissing(async () => beginOpsCommand(manager, entry));
  const end = async (outcome: OpsOutcome, reason: string | null) =>
    unlessMissing(async () => endOpsCommand(manager, id, { ...entry, outcome, reason }));
  try {
    if (unknown !== undefined) throw unknown;
    const exitCode = await confirmAndRun(invocation, context, terminal);
    await end('done', null);
    return exitCode;
  } catch (error) {
    const { code } = describe(error);
    await end(code === 'not_confirmed' ? 'refused' : 'failed', code);
    throw error;
  }
}

/** Returns null where the tables are missing: before the first migration, and before a restore. */
async function unlessMissing<T>(record: () => Promise<T>): Promise<T | null> {
  try {
    return await record();
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === UNDEFINED_TABLE) return null;
    throw error;
  }
}

/** Returns the exit code. */
async function confirmAndRun(invocation: Invocation, context: Context, terminal: Terminal): Promise<number> {
  const confirmation = invocation.isConfirmed ? undefined : invocation.confirmation();
  if (confirmation && !(await isTyped(confirmation.word, confirmation.warning, terminal))) {
    throw new CommandError('not_confirmed', 'Not confirmed; nothing was changed.');
  }
  const output = await invocation.run(context);
  await writeOutput(output, invocation.isJson, terminal.stdout);
  return 'exitCode' in output ? (output.exitCode ?? EXIT_CODES.done) : EXIT_CODES.done;
}

/** Asks for a word, and returns whether it was typed. @throws CommandError without a terminal */
async function isTyped(word: string, warning: string, { stdin, stderr }: Terminal): Promise<boolean> {
  if (stdin.isTTY !== true) {
    throw new CommandError('not_confirmed', `${warning} Confirm it with --yes.`);
  }
  const reader = createInterface({ input: stdin, output: stderr });
  try {
    return (await reader.question(`${warning} Type ${word} to go on: `)).trim() === word;
  } finally {
    reader.close();
  }
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof CommandError) return { code: error.code, message: error.message };
  if (error instanceof CommanderError)
    return { code: 'usage', message: error.message.replace(/^error: /u, '') };
  if (error instanceof ConfigError) return { code: 'configuration', message: error.message };
  if (error instanceof AggregateError) {
    return { code: 'failed', message: error.errors.map((cause) => describe(cause).message).join(' ') };
  }
  return { code: 'failed', message: error instanceof Error ? error.message : String(error) };
}
