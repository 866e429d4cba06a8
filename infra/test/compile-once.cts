// CommonJS: loaded by `node --require` before jest, whose processes for tests load it too.
import vm = require('node:vm');

type Options = vm.CompileFunctionOptions;
type LoadModule = Exclude<Options['importModuleDynamically'], number | undefined>;

/** A file of a package, as it was compiled. */
interface Compiled {
  readonly code: string;
  readonly script: vm.Script;
  /** Loads what the file imports by `import()`, for the test file that runs just now. */
  load: (specifier: string, attributes: Parameters<LoadModule>[2]) => ReturnType<LoadModule>;
}

const PACKAGES = /[\\/]node_modules[\\/]/;
const compiledFiles = new Map<string, Compiled>();
const compileAnew = vm.compileFunction;

/**
 * Does what `vm.compileFunction` does, but compiles each file of a package once in a process, and runs it in whichever
 * context it is asked for. Jest gives each test file a context of its own, and has all that it loads compiled anew for
 * it: some 2,000 files for a test of the backend, over and over (https://github.com/jestjs/jest/issues/9457).
 */
function compileFunction(
  code: string,
  parameters: readonly string[] = [],
  options: Options = {},
): ReturnType<typeof compileAnew> {
  const { filename, parsingContext, importModuleDynamically: load } = options;
  if (filename === undefined || !PACKAGES.test(filename) || !parsingContext || typeof load !== 'function') {
    return compileAnew(code, parameters, options);
  }
  const head = `(function (${parameters.join(', ')}) {`;
  const key = `${filename}\n${head}`;
  let compiled = compiledFiles.get(key);
  if (compiled?.code !== code) {
    compiled = compileFile(code, head, filename);
    compiledFiles.set(key, compiled);
  }
  const run: ReturnType<typeof compileAnew> = compiled.script.runInContext(parsingContext);
  compiled.load = (specifier, attributes) => load(specifier, run, attributes);
  return run;
}

function compileFile(code: string, head: string, filename: string): Compiled {
  const compiled: Compiled = {
    code,
    script: new vm.Script(`${head}${code}\n})`, {
      filename,
      // Places in the first line are told as in the file.
      columnOffset: -head.length,
      importModuleDynamically: (specifier, _script, attributes) => compiled.load(specifier, attributes),
    }),
    load: () => Promise.reject(new Error(`${filename} was not run yet`)),
  };
  return compiled;
}

Object.assign(vm, { compileFunction });
