// Entry point of every npm command, in plain JavaScript without dependencies: installs and compiles what is missing
// or outdated, then runs the compiled command.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = [20, 19];
const COMMANDS = ['start', 'dev', 'test', 'smoke', 'ops', 'drill', 'load'];
/** The compiled files of the commands that are not in `dist/<command>/main.js`. */
const ENTRIES = { ops: 'dist/start/ops.js', load: 'bench/dist/load/main.js' };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const command = process.argv[2];
/** Prints progress. The output of some commands is their answer alone. */
const report = ['ops', 'load'].includes(command) ? console.error : console.log;

await main();

async function main() {
  if (!COMMANDS.includes(command)) fail(`Usage: node infra/bootstrap.mjs ${COMMANDS.join(' | ')}`);
  checkNode();
  await installDependencies();
  const entry = join(root, 'infra', ENTRIES[command] ?? `dist/${command}/main.js`);
  if (command === 'test') {
    // Type errors are reported by a step of the tests; only the runner is needed here.
    await compile(['infra'], 'ignore');
    if (!existsSync(entry)) await compile(['infra'], 'inherit');
  } else {
    const benchmarks = command === 'load' ? ['infra/bench'] : [];
    await compile(['backend', 'worker', 'infra', ...benchmarks], 'inherit');
  }
  process.argv.splice(2, 1);
  await import(pathToFileURL(entry).href);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(
    `Oniverse needs Node ${OLDEST_NODE.join('.')} or newer, but this is Node ${process.versions.node}. Get it at https://nodejs.org.`,
  );
}

async function installDependencies() {
  const lockFile = join(root, 'package-lock.json');
  const lock = readFileSync(lockFile, 'utf8');
  // Dependencies installed for one system do not run on another, for example in a folder shared with a container.
  const expected = createHash('sha256').update(`${lock}\n${process.platform}-${process.arch}`).digest('hex');
  const stampFile = join(root, 'node_modules', '.oniverse-installed');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === expected) return;

  if (!isInstalled(JSON.parse(lock))) {
    report('Installing the dependencies with npm ci; the first time takes a minute or two …');
    const succeeded = await runProgram(...npm('ci', '--include=dev'), 'inherit');
    if (!succeeded) fail('Could not install the dependencies. See the npm errors above.');
  }
  writeFileSync(stampFile, `${expected}\n`);
}

/** Returns whether the installed packages match the lock file, for example after a manual `npm ci`. */
function isInstalled(lock) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return (
    Object.entries(lock.packages).every(([path, expected]) => {
      // Workspaces are part of the checkout; optional packages may be for another system.
      if (!path.includes('node_modules/') || expected.optional || expected.devOptional || expected.peer)
        return true;
      return installed[path]?.version === expected.version;
    }) && Object.entries(installed).every(([path, { version }]) => lock.packages[path]?.version === version)
  );
}

async function compile(projects, output) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  report('Compiling …');
  const succeeded = await runProgram(process.execPath, [compiler, '-b', ...projects], output);
  if (!succeeded && output === 'inherit')
    fail('Compilation failed. Fix the errors above, then run the command again.');
}

/** Returns the command of the running npm, or else of the npm on the PATH. */
function npm(...args) {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script, ...args]];
  return ['npm', args];
}

/** Runs a program. Resolves to whether it succeeded. */
function runProgram(program, args, output) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: output });
    child.on('error', (error) => fail(`Could not run ${program}: ${error.message}`));
    child.on('close', (code) => resolve(code === 0));
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
