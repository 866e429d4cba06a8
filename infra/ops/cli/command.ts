import { Command, InvalidArgumentError, type OptionValues } from '@commander-js/extra-typings';
import { isUuid, LIMITS } from '@oniverse/contracts';
import type { Context } from './context.js';
import type { Output } from './output.js';

/** What an operator confirms. */
export interface Confirmation {
  /** What happens, as a sentence. */
  warning: string;
  /** What the operator types. */
  word: string;
}

/** A command with the arguments that an operator gave. */
export interface Invocation {
  readonly command: OpsCommand;
  readonly isJson: boolean;
  readonly isConfirmed: boolean;
  /** By name. */
  readonly given: Readonly<Record<string, unknown>>;
  confirmation(): Confirmation | undefined;
  run(context: Context): Promise<Output>;
}

/**
 * A command of the operators. An argument or option `oni-id` names a member, and the runner finds the account; `text` is free text, which the
 * audit log leaves out.
 */
interface Definition<Args extends unknown[], Options extends OptionValues> {
  /** `noun:verb`, apart from the one that looks at everything. */
  name: `${string}:${string}` | 'doctor';
  /** Names of the previous release, which still work. */
  formerNames?: readonly string[];
  /** One sentence. */
  summary: string;
  /** Whether it works without the database. Then no audit log has it. */
  isOffline?: boolean;
  syntax: (command: Command) => Command<Args, Options>;
  /** Returns what is dangerous about it with these arguments. */
  confirm?: (args: Args, options: Options) => Confirmation | undefined;
  run: (context: Context, args: Args, options: Options) => Promise<Output>;
}

export interface OpsCommand {
  readonly name: string;
  readonly formerNames: readonly string[];
  readonly summary: string;
  readonly isOffline: boolean;
  /** Its arguments and options, apart from those of each command and each list. */
  readonly usage: string;
  /** Adds the command to a parser, which calls `invoke` with what it read. */
  addTo(program: Command, invoke: (invocation: Invocation) => Promise<void>): void;
}

/** For a command without arguments and options. */
export const PLAIN = (command: Command): Command => command;

/** Declares a command. */
export function defineCommand<Args extends unknown[], Options extends OptionValues>(
  definition: Definition<Args, Options>,
): OpsCommand {
  const { name, formerNames = [], summary, isOffline = false, confirm } = definition;
  const parse = () => {
    const parser = definition.syntax(new Command(name));
    parser
      .description(summary)
      .allowExcessArguments(false)
      .helpGroup(`${nounOf(name)}:`);
    return parser;
  };
  const command: OpsCommand = {
    name,
    formerNames,
    summary,
    isOffline,
    usage: usageOf(parse()),
    addTo(program, invoke) {
      const parser = parse();
      parser.option('--json', 'print one JSON document');
      if (confirm) parser.option('--yes', 'do not ask for a confirmation');
      parser.action(async () => {
        const args = parser.processedArgs;
        const options = parser.opts();
        await invoke({
          command,
          isJson: parser.getOptionValue('json') === true,
          isConfirmed: parser.getOptionValue('yes') === true,
          given: givenTo(parser, args, options),
          confirmation: () => confirm?.(args, options),
          run: async (context) => definition.run(context, args, options),
        });
      });
      program.addCommand(parser);
    },
  };
  return command;
}

const nounOf = (name: string): string => {
  const [noun = ''] = name.split(':');
  return noun.charAt(0).toUpperCase() + noun.slice(1);
};

const PAGE_OPTIONS: ReadonlySet<string> = new Set(['limit', 'cursor']);

type Parser = Pick<Command, 'registeredArguments' | 'options'>;

const usageOf = ({ registeredArguments, options }: Parser): string =>
  [
    ...registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    ),
    ...options
      .filter((option) => !PAGE_OPTIONS.has(option.name()))
      .map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`)),
  ].join(' ');

/** Returns the arguments and options by name, `oni-id` for whatever names a member, and without free texts. */
function givenTo(parser: Parser, args: readonly unknown[], options: OptionValues): Record<string, unknown> {
  const given = [
    ...parser.registeredArguments.map(
      (argument, index) => [argument.name(), argument.name(), args[index]] as const,
    ),
    ...parser.options.map(
      (option) =>
        [
          /[<[]([^\]>]+)[\]>]/u.exec(option.flags)?.[1] ?? '',
          option.attributeName(),
          options[option.attributeName()],
        ] as const,
    ),
  ];
  return Object.fromEntries(
    given
      .filter(([, name, value]) => value !== undefined && name !== 'json' && name !== 'yes')
      .map(([form, name, value]) => {
        if (form === 'oni-id') return ['oni-id', value];
        return [name, form === 'text' ? '…' : value];
      }),
  );
}

/** @throws InvalidArgumentError */
export function parseId(value: string): string {
  if (!isUuid(value)) throw new InvalidArgumentError('It must be an id.');
  return value;
}

/** Returns a parser of whole numbers within bounds. */
export const parseNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/u.test(value) || number < min || number > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return number;
  };

/** Adds the options of a list. */
export const withPage = <Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) =>
  command
    .option('--limit <number>', 'how many to list', parseNumber(1, 1_000), LIMITS.page.default)
    .option('--cursor <id>', 'continues a list where it ended', parseId);
