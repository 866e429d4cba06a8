import { type ESTree, type Plugin, Visitor } from 'vite';

/** Positions of the arguments that only document, by helper of libs/contracts. No helper has a side effect. */
export const DOCUMENTING: Readonly<Record<string, readonly number[]>> = {
  phrases: [],
  tooLong: [],
  listed: [],
  required: [],
  atLeast: [],
  atMost: [],
  matches: [],
  named: [],
  filter: [],
  documented: [1],
  text: [0, 1],
  id: [0],
  timestamp: [0],
  wholeNumber: [0, 1],
  flag: [0, 1],
  foreignObject: [0, 1],
  literalTrue: [0],
  literalFalse: [0],
  oneOf: [1, 2],
  keyOf: [1, 2],
  list: [1],
  nullable: [],
  optional: [],
  anyOf: [],
  added: [],
  object: [0, 1],
  field: [0, 1],
  requestBody: [0],
  mapPushFields: [],
  mapProfileTexts: [],
};
/** Fields of live events, requests, rules and texts that only the server uses. */
const DOCUMENTING_FIELDS: ReadonlySet<string> = new Set([
  'summary',
  'example',
  'to',
  'json',
  'body',
  'access',
]);

interface Edit {
  start: number;
  end: number;
  text: string;
}
const PURE = '/*@__PURE__*/ ';

const isWithin = (inner: ESTree.Span, { start, end }: ESTree.Span): boolean =>
  start <= inner.start && inner.end <= end;

/** Removes the terms of a declared call but its answer: only the server, the documents and the tests use them. */
function unusedFields({ properties, end }: ESTree.ObjectExpression): Edit[] {
  return properties.flatMap((property, index) => {
    const isUsed =
      property.type !== 'Property' || (property.key.type === 'Identifier' && property.key.name === 'answer');
    return isUsed ? [] : [{ start: property.start, end: properties[index + 1]?.start ?? end - 1, text: '' }];
  });
}

/**
 * Replaces the documentation in a module of libs/contracts by zeros, because only the server publishes it. The schemas
 * then check as before but have no `json`. Marks the helpers' calls as pure, so that unused schemas are dropped, and
 * removes the constants and imports that only documentation used, so that the bundler does not place their modules by them.
 */
export function withoutDocumentation(code: string, program: ESTree.Program): string {
  const edits: Edit[] = [];
  const imports: ESTree.ImportDeclaration[] = [];
  const names: (ESTree.Span & { name: string })[] = [];
  const textOf = ({ start, end }: ESTree.Span): string => code.slice(start, end);
  const drop = ({ start, end }: ESTree.Span) => edits.push({ start, end, text: '0' });
  new Visitor({
    ImportDeclaration: (declaration) => imports.push(declaration),
    Identifier: (identifier) => names.push(identifier),
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'Identifier') return;
      const [method, path, terms] = given;
      if (callee.name === 'call' && method && path && terms?.type === 'ObjectExpression') {
        // What `call` returns.
        const address = `({ method: ${textOf(method)}, path: ${textOf(path)},`;
        edits.push({ start, end: terms.start + 1, text: address }, ...unusedFields(terms));
      }
      if (!Object.hasOwn(DOCUMENTING, callee.name)) return;
      edits.push({ start, end: start, text: PURE });
      for (const at of DOCUMENTING[callee.name] ?? []) if (given[at]) drop(given[at]);
    },
    Property({ key, value, shorthand }) {
      if (!shorthand && key.type === 'Identifier' && DOCUMENTING_FIELDS.has(key.name)) drop(value);
    },
  }).visit(program);
  const dropped: ESTree.Span[] = [...edits.filter(({ text }) => text !== PURE), ...imports];
  const isUsed = (name: string, declaration: ESTree.Span): boolean =>
    names.some(
      (found) => found.name === name && ![declaration, ...dropped].some((span) => isWithin(found, span)),
    );
  const remove = (declaration: ESTree.Span) => {
    dropped.push(declaration);
    edits.push({ start: declaration.start, end: declaration.end, text: '' });
  };
  // From the last one, because a constant is declared before its use.
  for (const statement of program.body.toReversed()) {
    if (statement.type !== 'VariableDeclaration') continue;
    const isNeeded = statement.declarations.some(
      ({ id }) => id.type !== 'Identifier' || isUsed(id.name, statement),
    );
    if (!isNeeded) remove(statement);
  }
  for (const declaration of imports) {
    if (!declaration.specifiers.some(({ local }) => isUsed(local.name, declaration))) remove(declaration);
  }
  let kept = '';
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    // Part of an argument that is already dropped.
    if (start < at) continue;
    kept += code.slice(at, start) + text;
    at = end;
  }
  return kept + code.slice(at);
}

export function dropDocumentation(): Plugin {
  return {
    name: 'oniverse-drop-documentation',
    apply: 'build',
    transform: {
      filter: { id: /libs\/contracts\/src\/.+\.ts$/ },
      handler(code) {
        return { code: withoutDocumentation(code, this.parse(code)), map: null };
      },
    },
  };
}
