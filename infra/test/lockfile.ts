/**
 * Returns the problems of a package-lock.json that keep `npm ci` from working everywhere:
 * - a package without `integrity`
 * - a package with the address of a registry, which other users may not reach
 * - a missing optional package, mostly for another platform, which npm omits if its registry did not have it
 */
export function lockfileProblems(text: string): string[] {
  const packages = parsePackages(text);
  if (packages === undefined) return ['This is not a lock file of version 2 or 3.'];
  const problems: string[] = [];
  for (const [path, entry] of packages) {
    const isInstalled = path.includes('node_modules/') && entry['link'] !== true;
    if (isInstalled && entry['inBundle'] !== true && typeof entry['integrity'] !== 'string') {
      problems.push(`${path} has no integrity.`);
    }
    if (typeof entry['resolved'] === 'string' && entry['resolved'].includes('://')) {
      problems.push(`${path} names its registry: ${entry['resolved']}`);
    }
    for (const name of Object.keys(recordOf(entry['optionalDependencies']) ?? {})) {
      if (!isReachable(packages, path, name)) {
        problems.push(
          `${path === '' ? 'The root' : path} lists the optional package ${name}, which is not in the lock file.`,
        );
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

/** Returns whether Node can resolve the package from there, in `node_modules` of the folder or one above. */
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
