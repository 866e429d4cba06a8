// The first thing that runs, before anything is installed: plain JavaScript without a dependency.
// `npm start`, `npm run dev` and `npm test` come here; it installs and compiles what is missing or has changed
// since, and hands over to the compiled command.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = [20, 19];
const COMMANDS = ['start', 'dev', 'test', 'smoke', 'ops'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const command = process.argv[2];

await main();

async function main() {
  if (!COMMANDS.includes(command)) stop(`Usage: node infra/bootstrap.mjs ${COMMANDS.join(' | ')}`);
  checkNode();
  await installDependencies();
  const entry = join(root, 'infra', 'dist', command, 'main.js');
  if (command === 'test') {
    // Wrong types are for one of the tests' own steps to report; here only the runner is wanted.
    await compile(['infra'], 'ignore');
    if (!existsSync(entry)) await compile(['infra'], 'inherit');
  } else {
    await compile(['backend', 'worker', 'infra'], 'inherit');
  }
  process.argv.splice(2, 1);
  await import(pathToFileURL(entry).href);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  stop(
    `Oniverse needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}. See https://nodejs.org`,
  );
}

async function installDependencies() {
  const lockFile = join(root, 'package-lock.json');
  const lock = readFileSync(lockFile, 'utf8');
  // What was installed for one system does not run on another (a folder shared with a container, say).
  const wanted = createHash('sha256').update(`${lock}\n${process.platform}-${process.arch}`).digest('hex');
  const markFile = join(root, 'node_modules', '.oniverse-installed');
  if (existsSync(markFile) && readFileSync(markFile, 'utf8').trim() === wanted) return;

  if (!isInstalled(JSON.parse(lock))) {
    console.log('Installing the dependencies (npm ci); the first time this takes a minute or two …');
    const isGood = await run(...npm('ci', '--include=dev'), 'inherit');
    if (!isGood) stop('The dependencies could not be installed.');
  }
  writeFileSync(markFile, `${wanted}\n`);
}

/** Whether what npm says it has installed is what the lock file wants, for example after one's own `npm ci`. */
function isInstalled(lock) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return (
    Object.entries(lock.packages).every(([path, wanted]) => {
      // Workspaces are folders of the checkout; what is optional may be meant for another system.
      if (!path.includes('node_modules/') || wanted.optional || wanted.devOptional || wanted.peer)
        return true;
      return installed[path]?.version === wanted.version;
    }) && Object.entries(installed).every(([path, { version }]) => lock.packages[path]?.version === version)
  );
}

/** Compiles projects and what they stand on; what has not changed is skipped. */
async function compile(projects, output) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  console.log('Compiling …');
  const isGood = await run(process.execPath, [compiler, '-b', ...projects], output);
  if (!isGood && output === 'inherit') stop('It does not compile.');
}

/** npm as it was called, or else as it is found. */
function npm(...args) {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/.test(script)) return [process.execPath, [script, ...args]];
  return ['npm', args];
}

/** Runs a program to its end; false when it fails. */
function run(program, args, output) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: output });
    child.on('error', (error) => stop(`${program} cannot be executed: ${error.message}`));
    child.on('close', (code) => resolve(code === 0));
  });
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
