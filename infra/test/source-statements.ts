import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from '@swc/core';

/** Stands for a part of a statement that the sources do not show. */
export const UNKNOWN = 'unknown_part';

/** A statement that the sources run, in each form that it may have. */
export interface SourceStatement {
  file: string;
  /** The function or method that runs it. */
  owner: string;
  texts: string[];
}

/** A node of a syntax tree. */
interface Tree {
  type: string;
  [field: string]: unknown;
}

/** What a name stands for: an expression or function, the texts of an argument, or a parameter of a function. */
type Definition = Tree | { texts: string[] } | { parameterOf: string; index: number };

interface Scope {
  source: Source;
  names: Map<string, Definition>;
  parent?: Scope;
}

interface Call {
  callee: string;
  values: Tree[];
  scope: Scope;
  owner: string;
}

interface Literal {
  node: Tree;
  scope: Scope;
  owner: string;
}

/** A call of a repository of TypeORM. */
interface RepositoryCall {
  entity: string;
  columns: string[];
  isInsert: boolean;
  owner: string;
}

const SKIPPED = /\.spec\.ts$|(?:^|\/)(?:testing|migrations)\//u;
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/u;
const WRAPPER = /^(?:Parenthesis|TsAs|TsSatisfies|TsNonNull|Await)Expression$|^TsConstAssertion$/u;
/** The position of the statement among the arguments of what runs it. */
const RUNNERS = new Map([
  ['query', 0],
  ['queryPrepared', 2],
]);
/** How a text starts that is a whole statement. */
const STATEMENT = /^\s*(?:\/\*.*?\*\/\s*)?(?:SELECT|WITH|INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\s/u;
/** The names of a table and of its entity. */
const ENTITY = /@Entity\('(\w+)'[^]*?\nexport class (\w+)/gu;
/** What files have that take part in statements. */
const TAKES_PART =
  /\b(?:SELECT|FROM|WHERE|JOIN|EXISTS|AND|OR|SET|query|queryPrepared|getRepository|Entity)\b|export \*/u;
const MAX_TEXTS = 32;
const MAX_DEPTH = 40;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null && field in value ? Reflect.get(value, field) : undefined;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Returns the name or key that an identifier or literal has. */
const nameOf = (value: unknown): string => {
  const name = fieldOf(value, 'value');
  return typeof name === 'string' || typeof name === 'number' ? `${name}` : '';
};
/** Returns the first characters of a string or template; none for other expressions. */
const startOf = (value: Tree): string =>
  value.type === 'TemplateLiteral'
    ? String(fieldOf(listOf(value['quasis'])[0], 'cooked'))
    : value.type === 'StringLiteral'
      ? nameOf(value)
      : '';
/** Returns the expressions of arguments or elements. */
const valuesOf = (list: unknown): Tree[] =>
  listOf(list).flatMap((entry) => [fieldOf(entry, 'expression')].filter(isTree));
/** Returns the name of the function or method that a call is to. */
const calleeOf = (callee: unknown): string => nameOf(fieldOf(callee, 'property') ?? callee);
const bodyOf = (declared: Tree): Tree | undefined => [declared['body']].find(isTree);
const parametersOf = (declared: Tree): string[] =>
  listOf(declared['params']).map((param) => {
    const pattern = fieldOf(param, 'pat') ?? param;
    return nameOf(fieldOf(pattern, 'left') ?? pattern);
  });

/** The names, imports and calls of a file. */
class Source {
  readonly imports = new Map<string, string>();
  /** Methods and properties of its classes. */
  readonly members = new Map<string, Tree>();
  readonly calls: Call[] = [];
  /** Texts that start as a statement does. */
  readonly literals: Literal[] = [];
  readonly repositoryCalls: RepositoryCall[] = [];
  /** The scopes of its functions, by their bodies. */
  readonly scopes = new Map<Tree, Scope>();
  readonly top: Scope = { source: this, names: new Map() };

  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    this.read(parseSync(text, { syntax: 'typescript', decorators: true, target: 'es2023' }), this.top, '');
  }

  /** Notes a call of a repository of TypeORM as the statement that it makes. */
  private readRepositoryCall(call: Tree, owner: string): void {
    const repository = fieldOf(call['callee'], 'object');
    if (calleeOf(fieldOf(repository, 'callee')) !== 'getRepository') return;
    const entity = nameOf(valuesOf(fieldOf(repository, 'arguments'))[0]);
    const [options] = valuesOf(call['arguments']);
    const fieldsOf = (value: unknown): unknown[] => listOf(fieldOf(value, 'properties'));
    const where = fieldsOf(options).find((field) => nameOf(fieldOf(field, 'key')) === 'where');
    const columns = fieldsOf(where ? fieldOf(where, 'value') : options)
      .map((field) =>
        nameOf(fieldOf(field, 'key') ?? field).replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
      )
      .filter((column) => column !== '');
    this.repositoryCalls.push({
      entity,
      columns,
      isInsert: /^(?:save|insert)$/u.test(calleeOf(call['callee'])),
      owner,
    });
  }

  private read(value: unknown, scope: Scope, owner: string): void {
    if (Array.isArray(value)) return value.forEach((entry) => this.read(entry, scope, owner));
    if (typeof value !== 'object' || value === null) return;
    if (!isTree(value)) return this.read(Object.values(value), scope, owner);
    if (value.type === 'ImportDeclaration') {
      for (const specifier of listOf(value['specifiers'])) {
        this.imports.set(nameOf(fieldOf(specifier, 'local')), nameOf(value['source']));
      }
    } else if (value.type === 'ClassMethod' || value.type === 'ClassProperty') {
      const name = nameOf(value['key']);
      const member =
        value.type === 'ClassMethod'
          ? { ...Object(value['function']), type: 'FunctionExpression' }
          : value['value'];
      if (isTree(member)) this.members.set(name, member);
      this.read(member, scope, name);
    } else if (FUNCTION.test(value.type)) {
      const name = nameOf(value['identifier']) || owner;
      if (value.type === 'FunctionDeclaration') scope.names.set(name, value);
      const inner: Scope = { source: this, names: new Map(), parent: scope };
      parametersOf(value).forEach((parameter, index) =>
        inner.names.set(parameter, { parameterOf: name, index }),
      );
      const body = bodyOf(value);
      if (body) this.scopes.set(body, inner);
      this.read(body, inner, name);
    } else if (value.type === 'VariableDeclarator') {
      const [name, init] = [nameOf(value['id']), value['init']];
      if (name !== '' && isTree(init)) scope.names.set(name, init);
      this.read(init, scope, isTree(init) && FUNCTION.test(init.type) ? name : owner || name);
    } else {
      if (value.type === 'CallExpression') {
        const values = valuesOf(value['arguments']);
        this.calls.push({ callee: calleeOf(value['callee']), values, scope, owner });
        this.readRepositoryCall(value, owner);
      } else if (STATEMENT.test(startOf(value))) this.literals.push({ node: value, scope, owner });
      this.read(Object.values(value), scope, owner);
    }
  }
}

/** Evaluates expressions of texts, as far as the sources show them. */
class Evaluation {
  /** Texts that are part of what was evaluated. */
  readonly used = new Set<Tree>();

  constructor(private readonly sources: ReadonlyMap<string, Source>) {}

  /** Returns the texts that an expression may have; parts that depend on anything else are `UNKNOWN`. */
  textsOf(value: unknown, scope: Scope, depth = 0): string[] {
    if (!isTree(value) || depth > MAX_DEPTH) return [UNKNOWN];
    const evaluate = (part: unknown): string[] => this.textsOf(part, scope, depth + 1);
    if (WRAPPER.test(value.type)) return evaluate(value['expression']);
    this.used.add(value);
    switch (value.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
        return [nameOf(value)];
      case 'TemplateLiteral':
        return joinTexts(
          listOf(value['quasis']).flatMap((quasi, index) => [
            [String(fieldOf(quasi, 'cooked'))],
            ...(listOf(value['expressions'])[index] ? [evaluate(listOf(value['expressions'])[index])] : []),
          ]),
        );
      case 'ConditionalExpression':
        return [...evaluate(value['consequent']), ...evaluate(value['alternate'])];
      case 'BinaryExpression':
        if (value['operator'] === '+') return joinTexts([evaluate(value['left']), evaluate(value['right'])]);
        return [...evaluate(value['left']), ...evaluate(value['right'])];
      case 'ArrayExpression':
        return [
          listOf(value['elements'])
            .map((element) => evaluate(fieldOf(element, 'expression'))[0])
            .join(','),
        ];
      case 'Identifier':
        return (
          this.lookUp(nameOf(value), scope, (found, where) => this.definitionTexts(found, where, depth)) ?? [
            UNKNOWN,
          ]
        );
      case 'MemberExpression':
        return this.memberTexts(value, scope, depth);
      case 'CallExpression':
        return this.callTexts(value, scope, depth);
      default:
        return [UNKNOWN];
    }
  }

  private definitionTexts(found: Definition, scope: Scope, depth: number): string[] {
    if ('texts' in found && Array.isArray(found.texts)) return found.texts;
    if (isTree(found)) return this.textsOf(found, scope, depth + 1);
    if (!('parameterOf' in found) || found.parameterOf === '') return [UNKNOWN];
    // What the callers in this file give.
    const calls = scope.source.calls.filter(({ callee }) => callee === found.parameterOf);
    const texts = calls.flatMap(({ values, scope: caller }) => {
      const value = values[found.index];
      return value ? this.textsOf(value, caller, depth + 4) : [];
    });
    return texts.length > 0 ? unique(texts) : [UNKNOWN];
  }

  /** Finds what a name stands for, in a scope, those around it, or the file that it is imported from. */
  private lookUp<T>(name: string, scope: Scope, use: (found: Definition, where: Scope) => T): T | undefined {
    for (let where: Scope | undefined = scope; where; where = where.parent) {
      const found = where.names.get(name);
      if (found) return use(found, where);
    }
    const from = scope.source.imports.get(name);
    if (from === undefined) return undefined;
    const file = posix.join(posix.dirname(scope.source.path), from.replace(/\.js$/u, '.ts'));
    // What a folder exports is found by its name, wherever it is.
    const homes = [this.sources.get(file), ...this.sources.values()];
    const home = homes.find((source) => source?.top.names.has(name) && source !== scope.source);
    const found = home?.top.names.get(name);
    return home && found && use(found, home.top);
  }

  private memberTexts({ object, property }: Tree, scope: Scope, depth: number): string[] {
    const name = nameOf(property);
    if (fieldOf(object, 'type') === 'ThisExpression') {
      const member = scope.source.members.get(name);
      return member ? this.textsOf(member, scope.source.top, depth + 1) : [UNKNOWN];
    }
    const [fields, where] = this.resolve(object, scope);
    if (fields?.type !== 'ObjectExpression') return [UNKNOWN];
    const properties = listOf(fields['properties']);
    const [key, ...others] =
      fieldOf(property, 'type') === 'Computed'
        ? this.textsOf(fieldOf(property, 'expression'), scope, depth + 1)
        : [name];
    const named =
      others.length > 0 ? [] : properties.filter((entry) => nameOf(fieldOf(entry, 'key')) === key);
    return unique(
      (named.length > 0 ? named : properties).flatMap((entry) =>
        this.textsOf(fieldOf(entry, 'value'), where, depth + 1),
      ),
    );
  }

  /** Returns the expression that names stand for, without its wrappers. */
  private resolve(value: unknown, scope: Scope): [Tree | undefined, Scope] {
    if (!isTree(value)) return [undefined, scope];
    if (WRAPPER.test(value.type)) return this.resolve(value['expression'], scope);
    if (value.type !== 'Identifier') return [value, scope];
    const use = (found: Definition, where: Scope) => this.resolve(found, where);
    return this.lookUp(nameOf(value), scope, use) ?? [undefined, scope];
  }

  private callTexts(call: Tree, scope: Scope, depth: number): string[] {
    const callee = call['callee'];
    const [object, name, values] = [fieldOf(callee, 'object'), calleeOf(callee), valuesOf(call['arguments'])];
    if (name === 'join') return this.joinedTexts(object, values, scope, depth);
    if (/^(?:trim|replaceAll|replace|toString)$/u.test(name)) return this.textsOf(object, scope, depth + 1);
    const member = fieldOf(object, 'type') === 'ThisExpression' && scope.source.members.get(name);
    const [declared, where] = member ? [member, scope.source.top] : this.resolve(callee, scope);
    return declared && FUNCTION.test(declared.type)
      ? this.resultsOf(
          declared,
          where,
          values.map((value) => this.textsOf(value, scope, depth + 1)),
          depth,
        )
      : [UNKNOWN];
  }

  private joinedTexts(list: unknown, [separator]: Tree[], scope: Scope, depth: number): string[] {
    const [found, where] = this.resolve(list, scope);
    if (found?.type === 'ArrayExpression') {
      const between = this.textsOf(separator, scope, depth + 1);
      const elements = listOf(found['elements']).map((element) =>
        this.textsOf(fieldOf(element, 'expression'), where, depth + 1),
      );
      return joinTexts(elements.flatMap((texts, index) => (index === 0 ? [texts] : [between, texts])));
    }
    const [mapped] =
      found?.type === 'CallExpression' && calleeOf(found['callee']) === 'map'
        ? valuesOf(found['arguments'])
        : [];
    return mapped && FUNCTION.test(mapped.type) ? this.resultsOf(mapped, where, [], depth) : [UNKNOWN];
  }

  /** Returns what a function returns for arguments. */
  private resultsOf(declared: Tree, parent: Scope, values: string[][], depth: number): string[] {
    const body = bodyOf(declared);
    const inner = body && parent.source.scopes.get(body);
    if (!body || !inner) return [UNKNOWN];
    const given = parametersOf(declared).map((name, index): [string, Definition] => [
      name,
      { texts: values[index] ?? [UNKNOWN] },
    ]);
    const scope: Scope = { ...inner, names: new Map([...inner.names, ...given]), parent };
    const results = body.type === 'BlockStatement' ? returnsOf(body) : [body];
    return unique(results.flatMap((result) => this.textsOf(result, scope, depth + 1)));
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, MAX_TEXTS);

/** Returns the texts of which each part is one of some. */
function joinTexts(parts: readonly (readonly string[])[]): string[] {
  return parts.reduce<string[]>(
    (texts, part) => unique(texts.flatMap((text) => part.map((next) => text + next))),
    [''],
  );
}

function returnsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(returnsOf);
  if (typeof value !== 'object' || value === null || (isTree(value) && FUNCTION.test(value.type))) return [];
  return isTree(value) && value.type === 'ReturnStatement'
    ? [value['argument']]
    : returnsOf(Object.values(value));
}

/** Returns the statements that the TypeScript of some folders runs. */
export function readSourceStatements(root: string, folders: readonly string[]): SourceStatement[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name),
    ),
  );
  const sources = new Map<string, Source>();
  for (const path of paths.filter((name) => name.endsWith('.ts') && !SKIPPED.test(name)).toSorted()) {
    const text = readFileSync(join(root, path), 'utf8');
    if (TAKES_PART.test(text)) sources.set(path, new Source(path, text));
  }
  const evaluation = new Evaluation(sources);
  const statements: SourceStatement[] = [];
  const add = (owner: string, value: Tree, scope: Scope): void => {
    const texts = unique(evaluation.textsOf(value, scope)).filter((text) => STATEMENT.test(text));
    if (texts.length > 0) statements.push({ file: scope.source.path, owner, texts });
  };
  const all = [...sources.values()];
  for (const { callee, values, scope, owner } of all.flatMap(({ calls }) => calls)) {
    const value = values[RUNNERS.get(callee) ?? -1];
    if (value) add(owner, value, scope);
  }
  // Those that are run elsewhere than where they are written.
  for (const { node, scope, owner } of all.flatMap(({ literals }) => literals)) {
    if (!evaluation.used.has(node)) add(owner, node, scope);
  }
  const tables = new Map(
    all
      .flatMap(({ text }) => [...text.matchAll(ENTITY)])
      .map(([, table = '', entity = '']) => [entity, table]),
  );
  for (const { path, repositoryCalls } of all) {
    for (const { entity, columns, isInsert, owner } of repositoryCalls) {
      const table = tables.get(entity) ?? UNKNOWN;
      const text = isInsert
        ? `INSERT INTO ${table} SELECT ${columns.map((column) => `$1 AS "${column}"`).join(', ')}`
        : `SELECT FROM ${table} WHERE ${['true', ...columns.map((column) => `"${column}" = $1`)].join(' AND ')}`;
      statements.push({ file: path, owner, texts: [text] });
    }
  }
  return statements;
}
