import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const COMPILE_ONCE = fileURLToPath(new URL('../dist/test/compile-once.cjs', import.meta.url));

/** Runs a script with the cache, and returns what it prints. It can use `compile`, which calls like jest, and `scripts`. */
async function runScript(script: string): Promise<unknown> {
  const given = `
    const vm = require('node:vm');
    const scripts = [];
    vm.Script = class extends vm.Script {
      constructor(code, options) { super(code, options); scripts.push(options.filename); }
    };
    require(${JSON.stringify(COMPILE_ONCE)});
    const compile = (filename, code, context, load = () => { throw new Error('nothing to import'); }) =>
      vm.compileFunction(code, ['module'], {
        filename,
        parsingContext: context,
        importModuleDynamically: async (specifier) => load(specifier),
      });
    const print = (value) => console.log(JSON.stringify(value));
    ${script}`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--experimental-vm-modules',
    '--no-warnings',
    '--eval',
    given,
  ]);
  return JSON.parse(stdout);
}

describe('compile-once', () => {
  it('compiles a file of a package once and runs it in each context', async () => {
    const outcome = await runScript(`
      const names = ['one', 'other'].map((name) => {
        const module = {};
        compile('/node_modules/a/index.js', 'module.name = name', vm.createContext({ name }))(module);
        return module.name;
      });
      print({ names, scripts });`);
    expect(outcome).toEqual({ names: ['one', 'other'], scripts: ['/node_modules/a/index.js'] });
  });

  it('recompiles changed files and files outside packages', async () => {
    const outcome = await runScript(`
      const context = vm.createContext();
      const values = ['1', '2'].flatMap((code) =>
        ['/node_modules/a/index.js', '/src/a.js'].map((filename) =>
          compile(filename, 'return ' + code + ' // the end', context)()));
      print({ values, scripts });`);
    expect(outcome).toEqual({
      values: [1, 1, 2, 2],
      scripts: ['/node_modules/a/index.js', '/node_modules/a/index.js'],
    });
  });

  it('imports through the current test file and keeps the positions of errors', async () => {
    const outcome = await runScript(`
      const code = 'return () => import("b")';
      const compiledFor = (from) => {
        const context = vm.createContext();
        return compile('/node_modules/a/index.js', code, context, async () => {
          const made = new vm.SyntheticModule(['from'], () => made.setExport('from', from), { context });
          await made.link(() => undefined);
          await made.evaluate();
          return made;
        })();
      };
      compiledFor('the first');
      const { stack } = (() => {
        try {
          return compile('/node_modules/a/fails.js', 'throw new Error("here")', vm.createContext({ Error }))();
        } catch (error) {
          return error;
        }
      })();
      compiledFor('the second')().then(({ from }) => print({ from, place: /fails[\\w.:]*/.exec(stack)[0] }));`);
    expect(outcome).toEqual({ from: 'the second', place: 'fails.js:1:7' });
  });
});
