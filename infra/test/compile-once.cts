// CommonJS, because `node --require` loads it, in jest and in its worker processes.
import vm = require('node:vm');

type Options = vm.CompileFunctionOptions;
type LoadModule = Exclude<Options['importModuleDynamically'], number | undefined>;

interface Compiled {
  readonly code: string;
  readonly script: vm.Script;
  /** Resolves the file's dynamic imports for the current test file. */
  load: (specifier: string, attributes: Parameters<LoadModule>[2]) => ReturnType<LoadModule>;
}

const PACKAGES = /[\\/]node_modules[\\/]/;
const compiledFiles = new Map<string, Compiled>();
const compileUncached = vm.compileFunction;

/**
 * Replaces `vm.compileFunction` to compile each file of a package once per process and run it in any context. Jest gives
 * each test file its own context and recompiles everything it loads, some 2,000 files for a backend test
 * (https://github.com/jestjs/jest/issues/9457).
 */
function compileFunction(
  code: string,
  parameters: readonly string[] = [],
  options: Options = {},
): ReturnType<typeof compileUncached> {
  const { filename, parsingContext, importModuleDynamically: load } = options;
  if (filename === undefined || !PACKAGES.test(filename) || !parsingContext || typeof load !== 'function') {
    return compileUncached(code, parameters, options);
  }
  const head = `(function (${parameters.join(', ')}) {`;
  const key = `${filename}\n${head}`;
  let compiled = compiledFiles.get(key);
  if (compiled?.code !== code) {
    compiled = compileFile(code, head, filename);
    compiledFiles.set(key, compiled);
  }
  const run: ReturnType<typeof compileUncached> = compiled.script.runInContext(parsingContext);
  compiled.load = (specifier, attributes) => load(specifier, run, attributes);
  return run;
}

function compileFile(code: string, head: string, filename: string): Compiled {
  const compiled: Compiled = {
    code,
    script: new vm.Script(`${head}${code}\n})`, {
      filename,
      // Keeps the columns of the first line as in the file.
      columnOffset: -head.length,
      importModuleDynamically: (specifier, _script, attributes) => compiled.load(specifier, attributes),
    }),
    load: () => Promise.reject(new Error(`${filename} has not been run`)),
  };
  return compiled;
}

Object.assign(vm, { compileFunction });
