/**
 * What is wrong with a package-lock.json, one sentence each; nothing when `npm ci` works from it anywhere:
 * - each package can be checked by its `integrity`,
 * - none names the host it came from, so that everybody's own registry serves,
 * - each optional package (mostly those for one system and processor) stands in it. npm leaves out what its
 *   registry did not have on the day; that lock then fails on that system.
 */
export function lockfileProblems(text: string): string[] {
  const packages = parsePackages(text);
  if (packages === undefined) return ['It is no lock file that this check knows (lockfileVersion 2 or 3).'];
  const problems: string[] = [];
  for (const [path, entry] of packages) {
    const isInstalled = path.includes('node_modules/') && entry['link'] !== true;
    if (isInstalled && entry['inBundle'] !== true && typeof entry['integrity'] !== 'string') {
      problems.push(`${path} has no integrity.`);
    }
    if (typeof entry['resolved'] === 'string' && entry['resolved'].includes('://')) {
      problems.push(`${path} names where it came from: ${entry['resolved']}`);
    }
    for (const name of Object.keys(recordOf(entry['optionalDependencies']) ?? {})) {
      if (!isReachable(packages, path, name)) {
        problems.push(`${path === '' ? 'The root' : path} may want ${name}, which is not in the lock.`);
      }
    }
  }
  return problems;
}

type Entry = Readonly<Record<string, unknown>>;

function parsePackages(text: string): ReadonlyMap<string, Entry> | undefined {
  let lock: unknown;
  try {
    lock = JSON.parse(text);
  } catch {
    return undefined;
  }
  const packages = recordOf(recordOf(lock)?.['packages']);
  if (packages === undefined) return undefined;
  return new Map(Object.entries(packages).map(([path, entry]) => [path, recordOf(entry) ?? {}]));
}

/** Whether Node finds the package from there: beside it, or in a folder further up. */
function isReachable(packages: ReadonlyMap<string, Entry>, from: string, name: string): boolean {
  for (let folder = from; ; folder = parentOf(folder)) {
    if (packages.has(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`)) return true;
    if (folder === '') return false;
  }
}

function parentOf(folder: string): string {
  return folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
}

function recordOf(value: unknown): Entry | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}
