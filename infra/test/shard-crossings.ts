import { hasSqlDetails, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { UNKNOWN } from './source-statements.js';

/**
 * The tables that would be distributed by place, a dimension or a conversation (decision 50). `keys` are columns that decide it:
 * ids of servers, channels and conversations. `links` are ids of rows that are in the same place, from which it cannot be known.
 */
export interface ShardPlan {
  sharded: Readonly<Record<string, { keys: readonly string[]; links?: readonly string[] }>>;
  /** Tables of each shard: with the same rows, or with its own (`outbox`). */
  reference: readonly string[];
  /** Tables of the first primary alone. */
  apart: readonly string[];
}

/** How a statement crosses shards, with the tables concerned. */
export interface Crossing {
  /** No condition decides the place of these rows: each shard is asked. */
  all: string[];
  /** Conditions name several places, or rows of several are written. */
  several: string[];
  /** Sharded tables together with these, which are on the first primary only. */
  apart: string[];
}

interface Tree {
  [field: string]: unknown;
}

/** What decides a value: one place, several, that of a row (of a group of joined rows), or nothing that is known. */
export type Value = 'given' | 'several' | { row: number; isKey: boolean } | undefined;

/** A row source: its columns by name, or one value for all of them. */
interface Source {
  alias: string;
  columnOf: (name: string) => Value;
  has: (name: string) => boolean;
}

type Outputs = { name: string; value: Value }[];

interface Scope {
  sources: Source[];
  ctes: Map<string, Outputs>;
  parent?: Scope;
}

/** Functions that return a row for each element. */
const SET_FUNCTIONS =
  /^(?:unnest|jsonb?_to_recordset|jsonb?_array_elements(?:_text)?|jsonb?_each(?:_text)?|generate_series)$/u;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Returns what a node of a kind contains; undefined for other kinds. */
const as = (value: unknown, kind: string): Tree | undefined => {
  const found = isTree(value) ? value[kind] : undefined;
  return isTree(found) ? found : undefined;
};
const textOf = (node: unknown): string => {
  const text = as(node, 'String')?.['sval'];
  return typeof text === 'string' ? text : '';
};
const lastText = (nodes: unknown): string => textOf(listOf(nodes).at(-1));

/** Finds which shards a statement needs. */
class Analysis {
  /** The rows that the statement reads and writes, with the group of each. */
  private readonly rows: { table: string; group: number; status: 'given' | 'several' | undefined }[] = [];
  private readonly others = new Set<string>();

  /** @param variables names of a function's parameters and variables, and what they say of a place */
  constructor(
    private readonly plan: ShardPlan,
    private readonly variables: ReadonlyMap<string, Value> = new Map(),
  ) {}

  crossing(): Crossing {
    const tables = (status: string | undefined): string[] =>
      sorted(this.rows.filter((row) => this.groupOf(row.group).status === status).map(({ table }) => table));
    return {
      all: tables(undefined),
      several: tables('several'),
      apart: this.rows.length > 0 ? sorted([...this.others]) : [],
    };
  }

  /** Reads a statement. @returns its columns */
  read(node: unknown, parent?: Scope): Outputs {
    for (const [kind, content] of isTree(node) ? Object.entries(node) : []) {
      if (!isTree(content)) continue;
      const scope: Scope = { sources: [], ctes: new Map(), ...(parent && { parent }) };
      const clause = as(content, 'withClause');
      for (const cte of listOf(clause?.['ctes'])) {
        this.readCte(as(cte, 'CommonTableExpr'), scope, clause?.['recursive'] === true);
      }
      if (kind === 'SelectStmt') return this.readSelect(content, scope);
      if (kind === 'InsertStmt') return this.readInsert(content, scope);
      if (kind === 'UpdateStmt' || kind === 'DeleteStmt') {
        this.addTable(as(content, 'relation'), scope);
        for (const item of [...listOf(content['fromClause']), ...listOf(content['usingClause'])])
          this.addSource(item, scope);
        this.require(content['whereClause'], scope);
        this.walk(content['targetList'], scope);
        return this.outputsOf(content['returningList'] ?? as(content, 'returningClause')?.['exprs'], scope);
      }
      this.walk(content, scope);
    }
    return [];
  }

  private readCte(cte: Tree | undefined, scope: Scope, isRecursive: boolean): void {
    const name = String(cte?.['ctename']);
    const query = cte?.['ctequery'];
    const first = as(as(query, 'SelectStmt'), 'larg');
    // A recursive part reads what the first part found.
    if (first && isRecursive) scope.ctes.set(name, this.read({ SelectStmt: first }, scope));
    const outputs = this.read(query, scope);
    const names = listOf(cte?.['aliascolnames']).map(textOf);
    scope.ctes.set(
      name,
      outputs.map((output, index) => ({ ...output, name: names[index] ?? output.name })),
    );
  }

  private readSelect(select: Tree, scope: Scope): Outputs {
    const [larg, rarg] = [as(select, 'larg'), as(select, 'rarg')];
    if (larg && rarg) {
      const [left, right] = [larg, rarg].map((side) => this.read({ SelectStmt: side }, scope));
      return (left ?? []).map((output, index) =>
        output.value === 'given' ? { ...output, value: right?.[index]?.value } : output,
      );
    }
    const lists = listOf(select['valuesLists']);
    if (lists.length > 0) {
      this.walk(lists, scope);
      const values = listOf(as(lists[0], 'List')?.['items']).map((item) => this.valueOf(item, scope));
      return values.map((value, index) => ({
        name: `column${index + 1}`,
        value: value === 'given' && lists.length > 1 ? 'several' : value,
      }));
    }
    for (const item of listOf(select['fromClause'])) this.addSource(item, scope);
    this.require(select['whereClause'], scope);
    for (const part of ['havingClause', 'groupClause', 'sortClause', 'limitCount'])
      this.walk(select[part], scope);
    return this.outputsOf(select['targetList'], scope);
  }

  private readInsert(insert: Tree, scope: Scope): Outputs {
    const given = this.read(insert['selectStmt'], scope);
    const [row, table] = [this.rows.length, this.addTable(as(insert, 'relation'), scope)];
    const named = listOf(insert['cols']).map((column) => String(as(column, 'ResTarget')?.['name']));
    const columns = named.length > 0 ? named : given.map(({ name }) => name);
    const sharded = this.plan.sharded[table];
    if (sharded) {
      const keys = columns.filter((column) => sharded.keys.includes(column));
      columns.forEach((column, index) => this.equate(this.columnOf(row, column), given[index]?.value));
      // A new place.
      if (keys.length === 0 && sharded.keys.includes('id')) this.equate({ row, isKey: true }, 'given');
    }
    this.walk(insert['onConflictClause'], scope);
    return this.outputsOf(insert['returningList'] ?? as(insert, 'returningClause')?.['exprs'], scope);
  }

  private outputsOf(targets: unknown, scope: Scope): Outputs {
    return listOf(targets).flatMap((target): Outputs => {
      const { name, val } = as(target, 'ResTarget') ?? {};
      const fields = listOf(as(val, 'ColumnRef')?.['fields']);
      if (fields.length > 0 && as(fields.at(-1), 'A_Star')) {
        // The columns of the sources, by any name.
        const sources =
          fields.length > 1
            ? scope.sources.filter(({ alias }) => alias === textOf(fields[0]))
            : scope.sources;
        const keys = Object.values(this.plan.sharded).flatMap((table) => [
          ...table.keys,
          ...(table.links ?? []),
        ]);
        return [...new Set(keys)].flatMap((key) => {
          const source = sources.find(({ has }) => has(key));
          return source ? [{ name: key, value: source.columnOf(key) }] : [];
        });
      }
      this.walk(val, scope);
      return [{ name: typeof name === 'string' ? name : lastText(fields), value: this.valueOf(val, scope) }];
    });
  }

  private columnOf(row: number, column: string): Value {
    const { keys, links = [] } = this.plan.sharded[this.rows[row]?.table ?? ''] ?? { keys: [] };
    return keys.includes(column) || links.includes(column)
      ? { row, isKey: keys.includes(column) }
      : undefined;
  }

  /** Adds a table or common table expression to a scope. @returns its name */
  private addTable(relation: Tree | undefined, scope: Scope): string {
    const table = String(relation?.['relname']);
    const named = as(relation, 'alias');
    const alias = named ? String(named['aliasname']) : table;
    for (let where: Scope | undefined = scope; where; where = where.parent) {
      const outputs = where.ctes.get(table);
      if (outputs) {
        scope.sources.push(sourceOf(alias, outputs));
        return table;
      }
    }
    const sharded = this.plan.sharded[table];
    if (sharded) {
      const row = this.rows.push({ table, group: this.rows.length, status: undefined }) - 1;
      const columns = [...sharded.keys, ...(sharded.links ?? [])];
      scope.sources.push({
        alias,
        columnOf: (name) => this.columnOf(row, name),
        has: (name) => columns.includes(name),
      });
    } else {
      const isApart = this.plan.apart.includes(table);
      if (isApart) this.others.add(table);
      // Any other one has the rows that a trigger is called for.
      const isTable = isApart || this.plan.reference.includes(table);
      scope.sources.push({ alias, columnOf: () => (isTable ? undefined : 'given'), has: () => false });
    }
    return table;
  }

  private addSource(item: unknown, scope: Scope): void {
    const [table, join, select, call] = ['RangeVar', 'JoinExpr', 'RangeSubselect', 'RangeFunction'].map(
      (kind) => as(item, kind),
    );
    if (table) this.addTable(table, scope);
    if (join) {
      const first = scope.sources.length;
      this.addSource(join['larg'], scope);
      const second = scope.sources.length;
      this.addSource(join['rarg'], scope);
      for (const column of listOf(join['usingClause']).map(textOf)) {
        const sideOf = (from: number, to?: number): Value =>
          scope.sources
            .slice(from, to)
            .find(({ has }) => has(column))
            ?.columnOf(column);
        this.equate(sideOf(first, second), sideOf(second));
      }
      this.require(join['quals'], scope);
    }
    if (select) {
      const outputs = this.read(select['subquery'], scope);
      const names = listOf(as(select, 'alias')?.['colnames']).map(textOf);
      const named = outputs.map((output, index) => ({ ...output, name: names[index] ?? output.name }));
      scope.sources.push(sourceOf(String(as(select, 'alias')?.['aliasname']), named));
    }
    if (call) {
      const [called] = listOf(as(listOf(call['functions'])[0], 'List')?.['items']);
      this.walk(called, scope);
      const value = this.valueOf(called, scope);
      const names = listOf(as(call, 'alias')?.['colnames']).map(textOf);
      const alias = String(as(call, 'alias')?.['aliasname']);
      scope.sources.push({ alias, columnOf: () => value, has: (name) => [alias, ...names].includes(name) });
    }
  }

  /** Reads a condition that holds for all rows. */
  private require(condition: unknown, scope: Scope): void {
    const [all, compared, within] = ['BoolExpr', 'A_Expr', 'SubLink'].map((kind) => as(condition, kind));
    if (all?.['boolop'] === 'AND_EXPR')
      return listOf(all['args']).forEach((part) => this.require(part, scope));
    this.walk(condition, scope);
    if (compared && lastText(compared['name']) === '=') {
      const several = compared['kind'] === 'AEXPR_IN' || compared['kind'] === 'AEXPR_OP_ANY';
      const [left, right] = [
        this.valuesOf(compared['lexpr'], scope),
        this.valuesOf(compared['rexpr'], scope),
      ];
      left.forEach((value, index) =>
        this.equate(value, several && right[index] === 'given' ? 'several' : right[index]),
      );
    }
    if (within?.['subLinkType'] === 'ANY_SUBLINK') {
      // Its rows were added before; only the columns are needed.
      const outputs = this.selected.get(within) ?? [];
      this.valuesOf(within['testexpr'], scope).forEach((value, index) =>
        this.equate(value, outputs[index]?.value),
      );
    }
  }

  /** The columns of the queries within expressions. */
  private readonly selected = new Map<Tree, Outputs>();

  /** Reads the queries within an expression, each once. */
  private walk(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) return value.forEach((entry) => this.walk(entry, scope));
    if (!isTree(value)) return;
    const query = as(value, 'SubLink');
    if (query && !this.selected.has(query)) {
      this.selected.set(query, this.read(query['subselect'], scope));
      this.walk(query['testexpr'], scope);
    } else if (!query) this.walk(Object.values(value), scope);
  }

  private valuesOf(expression: unknown, scope: Scope): Value[] {
    const items = listOf(as(expression, 'List')?.['items']);
    if (items.length > 0) return [items.length === 1 ? this.valueOf(items[0], scope) : 'several'];
    const columns = listOf(as(expression, 'RowExpr')?.['args']);
    return columns.length > 0
      ? columns.map((column) => this.valueOf(column, scope))
      : [this.valueOf(expression, scope)];
  }

  private valueOf(expression: unknown, scope: Scope): Value {
    if (as(expression, 'ParamRef') || as(expression, 'A_Const')) return 'given';
    const column = as(expression, 'ColumnRef');
    if (column) return this.columnValue(listOf(column['fields']).map(textOf), scope);
    const query = as(expression, 'SubLink');
    if (query) return this.selected.get(query)?.[0]?.value;
    const call = as(expression, 'FuncCall');
    const inner =
      as(expression, 'TypeCast')?.['arg'] ??
      (as(expression, 'CoalesceExpr') ?? as(expression, 'MinMaxExpr') ?? call)?.['args'] ??
      (as(expression, 'A_Expr')?.['kind'] === 'AEXPR_NULLIF' && as(expression, 'A_Expr')?.['lexpr']);
    if (as(expression, 'A_ArrayExpr')) return 'several';
    if (!inner) return undefined;
    const values = (Array.isArray(inner) ? inner : [inner]).map((part) => this.valueOf(part, scope));
    const value =
      values.find((part) => typeof part === 'object') ?? (values.includes(undefined) ? undefined : values[0]);
    return value === 'given' && call && SET_FUNCTIONS.test(lastText(call['funcname'])) ? 'several' : value;
  }

  private columnValue(fields: readonly string[], scope: Scope): Value {
    const [name = '', alias] = fields.toReversed();
    for (let where: Scope | undefined = scope; where; where = where.parent) {
      const source = where.sources.find((one) => (alias === undefined ? one.has(name) : one.alias === alias));
      if (source) return source.columnOf(name);
    }
    return this.variables.get(fields[0] ?? '') ?? this.variables.get(name);
  }

  private groupOf(row: number): { group: number; status: 'given' | 'several' | undefined } {
    let found = this.rows[row];
    while (found && this.rows[found.group] !== found) found = this.rows[found.group];
    return found ?? { group: row, status: undefined };
  }

  /** Joins the groups of two equal values, or notes what is known of one. */
  private equate(left: Value, right: Value): void {
    if (typeof left !== 'object') {
      if (typeof right === 'object') this.equate(right, left);
      return;
    }
    const group = this.groupOf(left.row);
    if (typeof right === 'object') {
      const other = this.groupOf(right.row);
      const statuses = [group.status, other.status];
      group.status = statuses.includes('given') ? 'given' : (group.status ?? other.status);
      other.group = group.group;
    } else if (left.isKey && right) group.status = right === 'given' ? 'given' : (group.status ?? right);
  }
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

function sourceOf(alias: string, outputs: Outputs): Source {
  const values = new Map(outputs.map(({ name, value }) => [name, value]));
  return { alias, columnOf: (name) => values.get(name), has: (name) => values.get(name) !== undefined };
}

/** Parts that `UNKNOWN` may stand for, where it cannot be an expression. */
const STAND_INS = ['', 'SELECT', `${UNKNOWN} AS (SELECT)`, 'WHEN true THEN true'];

/** Parses SQL of the sources, whose unknown parts are replaced until it is a statement. @throws if it stays none */
function parse(text: string): Tree {
  let best = tryToParse(text.replaceAll(`$${UNKNOWN}`, '$99'));
  while (!best.parsed) {
    const { text: failed, remainder, error } = best;
    const part = failed.lastIndexOf(UNKNOWN, failed.length - remainder);
    const rest = failed.slice(part + UNKNOWN.length);
    const tried = part < 0 ? [] : STAND_INS.map((other) => tryToParse(failed.slice(0, part) + other + rest));
    const [first] = tried.toSorted((left, right) => left.remainder - right.remainder);
    if (!first || first.remainder >= remainder) throw error;
    best = first;
  }
  return best.parsed;
}

/** @returns how many characters follow the first error, -1 if there is none */
function tryToParse(text: string): { text: string; parsed?: Tree; remainder: number; error?: unknown } {
  try {
    return { text, parsed: { ...parseSync(text) }, remainder: -1 };
  } catch (error) {
    const at = hasSqlDetails(error) ? (error.sqlDetails?.cursorPosition ?? 0) : 0;
    return { text, remainder: text.length - at, error };
  }
}

/** Returns how each statement of a text crosses shards. */
export function crossingsOf(
  text: string,
  plan: ShardPlan,
  variables?: ReadonlyMap<string, Value>,
): Crossing[] {
  return listOf(parse(text)['stmts']).map((entry) => {
    const analysis = new Analysis(plan, variables);
    analysis.read(isTree(entry) ? entry['stmt'] : undefined);
    return analysis.crossing();
  });
}

/** Returns how each statement of a function's definition crosses shards, whose parameters are of one place. */
export function crossingsOfFunction(definition: string, plan: ShardPlan): Crossing[] {
  return listOf(parse(definition)['stmts']).flatMap((entry) => {
    const created = as(as(entry, 'stmt'), 'CreateFunctionStmt');
    const options = listOf(created?.['options']).map((option) => as(option, 'DefElem'));
    const optionOf = (name: string): unknown =>
      options.find((option) => option?.['defname'] === name)?.['arg'];
    if (textOf(optionOf('language')) === 'plpgsql') return crossingsOfProcedure(definition, plan);
    const parameters = listOf(created?.['parameters']).map((parameter) => as(parameter, 'FunctionParameter'));
    const variables = parameters.map((parameter): [string, Value] => [
      String(parameter?.['name']),
      as(parameter, 'argType')?.['arrayBounds'] ? 'several' : 'given',
    ]);
    const body = textOf(listOf(as(optionOf('as'), 'List')?.['items'])[0]);
    // A function without a body returns one expression.
    return body === '' ? [] : crossingsOf(body, plan, new Map(variables));
  });
}

function crossingsOfProcedure(definition: string, plan: ShardPlan): Crossing[] {
  const variables = new Map<string, Value>([
    ['new', 'given'],
    ['old', 'given'],
  ]);
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isTree(value)) return;
    const { refname, datatype, query, parseMode } = value;
    if (typeof refname === 'string') {
      const type = String(as(datatype, 'PLpgSQL_type')?.['typname']);
      variables.set(refname, type.endsWith('[]') ? 'several' : 'given');
    }
    if (typeof query === 'string') {
      // Expressions, and assignments.
      texts.push(
        parseMode === 0 ? query : `SELECT ${parseMode === 2 ? query : query.replace(/^.*?:?=/su, '')}`,
      );
    }
    Object.values(value).forEach(walk);
  };
  walk(parsePlPgSQLSync(definition));
  return texts.flatMap((text) => crossingsOf(text, plan, variables));
}
