import { type ESTree, type Plugin, Visitor } from 'vite';

/** Positions of the arguments that only document, by helper of libs/contracts. No helper has a side effect. */
export const DOCUMENTING: Readonly<Record<string, readonly number[]>> = {
  documented: [1],
  text: [0, 1],
  id: [0],
  timestamp: [0],
  wholeNumber: [0, 1],
  flag: [0, 1],
  literalTrue: [0],
  literalFalse: [0],
  oneOf: [1, 2],
  keyOf: [1, 2],
  list: [1],
  nullable: [],
  optional: [],
  anyOf: [],
  object: [0, 1],
  field: [0, 1],
};
/** Fields of live events, requests and rules that only document. */
const DOCUMENTING_FIELDS: ReadonlySet<string> = new Set(['summary', 'to', 'json']);

interface Edit {
  start: number;
  end: number;
  text: string;
}
const PURE = '/*@__PURE__*/ ';

/**
 * Replaces the documentation in a module of libs/contracts by zeros, because only the server publishes it. The schemas
 * then check as before but have no `json`. Marks the helpers' calls as pure, so that unused schemas are dropped.
 */
export function withoutDocumentation(code: string, program: ESTree.Program): string {
  const edits: Edit[] = [];
  const drop = ({ start, end }: { start: number; end: number }) => edits.push({ start, end, text: '0' });
  new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'Identifier' || !Object.hasOwn(DOCUMENTING, callee.name)) return;
      edits.push({ start, end: start, text: PURE });
      for (const at of DOCUMENTING[callee.name] ?? []) if (given[at]) drop(given[at]);
    },
    Property({ key, value, shorthand }) {
      if (!shorthand && key.type === 'Identifier' && DOCUMENTING_FIELDS.has(key.name)) drop(value);
    },
  }).visit(program);
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
      filter: { id: /libs\/contracts\/src\/[^/]+\.ts$/ },
      handler(code) {
        return { code: withoutDocumentation(code, this.parse(code)), map: null };
      },
    },
  };
}
