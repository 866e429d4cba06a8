const lib = (name, allowed) => ({
  name: `lib-${name}`,
  comment: `libs/${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'no other part of Oniverse'}.`,
  severity: 'error',
  from: { path: `^libs/${name}/`, pathNot: '\\.spec\\.ts$' },
  to: {
    path: '^(libs|backend|worker|frontend|infra)/',
    pathNot: [name, ...allowed].map((other) => `^libs/${other}/`),
  },
});

const app = (name, allowed) => ({
  name,
  comment: `${name} may import ${allowed.join(', ')} and itself.`,
  severity: 'error',
  from: { path: `^${name}/`, pathNot: '\\.(spec|test)\\.tsx?$|/testing/' },
  to: {
    path: '^(libs|backend|worker|frontend|infra)/',
    pathNot: [`^${name}/`, ...allowed.map((other) => `^libs/${other}/`)],
  },
});

/** Production code of the servers. */
const server = (path) => ({
  path: `^(backend|worker)/src/${path}`,
  pathNot: '\\.spec\\.ts$|^(backend|worker)/src/testing/',
});

/** The domains of the servers, each with the others that it may use. */
const DOMAINS = {
  shared: [],
  account: ['shared'],
  album: ['shared'],
  writing: ['shared', 'account'],
  talk: ['shared', 'account'],
  people: ['shared', 'account', 'album', 'writing', 'talk'],
  safety: ['shared', 'account', 'writing', 'talk'],
  site: ['shared', 'account', 'album', 'writing', 'talk', 'people'],
  staff: ['shared', 'account', 'album', 'writing', 'talk', 'people', 'safety', 'site'],
};

const domain = ([name, allowed]) => ({
  name: `domain-${name}`,
  comment: `The domain ${name} may use ${allowed.length > 0 ? allowed.join(', ') : 'no other'}.`,
  severity: 'error',
  from: server(`${name}/`),
  to: {
    path: Object.keys(DOMAINS)
      .filter((other) => other !== name && !allowed.includes(other))
      .map((other) => `^$1/src/${other}/`),
  },
});

/**
 * The allowed imports, as described in docs/architecture.md. Those of the client are in .oxlintrc.json, because this
 * parser does not support JSX.
 */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    lib('contracts', []),
    {
      name: 'contracts-plain',
      comment: 'libs/contracts runs in the browser: plain TypeScript, with valibot as its only dependency.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^node_modules/valibot/' },
    },
    lib('markdown', ['contracts']),
    lib('games', ['contracts']),
    lib('data', ['contracts', 'markdown', 'games']),
    lib('platform', ['contracts']),
    lib('embedded', []),
    lib('testing', ['contracts', 'games', 'data', 'platform', 'embedded']),
    app('backend', ['contracts', 'markdown', 'games', 'data', 'platform']),
    app('worker', ['contracts', 'markdown', 'games', 'data', 'platform']),
    {
      name: 'public-face-of-libs',
      comment: 'Import a lib by its name, never by a path into it.',
      severity: 'error',
      from: { path: '^(backend|worker|infra)/' },
      to: {
        path: '^libs/',
        pathNot:
          '^libs/[^/]+/src/index\\.ts$|^libs/platform/src/(backend|worker|command)\\.ts$|^libs/data/src/role-names\\.ts$|^libs/testing/src/import-specs\\.ts$',
      },
    },
    {
      name: 'loads-no-jobs',
      comment: 'A backend runs no jobs, so it must not load the slow modules for them.',
      severity: 'error',
      from: { path: '^libs/platform/src/(index|backend)\\.ts$' },
      to: { path: '^libs/platform/src/(worker|jobs/job-runner|jobs/queues-page)\\.ts$', reachable: true },
    },
    {
      name: 'loads-no-calls',
      comment: 'A worker serves no members, so it must not load the slow modules for that.',
      severity: 'error',
      from: { path: '^libs/platform/src/(index|worker)\\.ts$' },
      to: {
        path: '^libs/platform/src/(backend|http/(call|dto|server)|live/live-adapter)\\.ts$',
        reachable: true,
      },
    },
    {
      name: 'own-part-of-platform',
      comment: 'A backend imports the part of the platform for backends, a worker that for workers.',
      severity: 'error',
      from: { path: '^(backend|worker)/' },
      to: { path: '^libs/platform/src/(backend|worker)\\.ts$', pathNot: '^libs/platform/src/$1\\.ts$' },
    },
    ...Object.entries(DOMAINS)
      // Staff may use all others, and an empty list would match everything.
      .filter(([name]) => name !== 'staff')
      .map(domain),
    {
      name: 'domain-door',
      comment: 'A domain offers to others what its index.ts exports.',
      severity: 'error',
      from: server('([^/]+)'),
      to: {
        path: `^$1/src/(${Object.keys(DOMAINS).join('|')})/`,
        pathNot: ['^$1/src/$2/', '^$1/src/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'no-feature-insides',
      comment: 'Use only the service, decorators and exported types of another feature of the domain.',
      severity: 'error',
      from: server('([^/]+)/([^/]+)/'),
      to: {
        path: '^$1/src/$2/[^/]+/.+\\.(repository|controller|gateway|dto|view|filter)\\.ts$',
        pathNot: '^$1/src/$2/$3/',
      },
    },
    {
      name: 'in-the-image',
      comment: 'The image of the product has these parts of infra only (infra/docker/Dockerfile).',
      severity: 'error',
      from: { path: '^infra/(migrate|seed|ops)/', pathNot: '\\.spec\\.ts$|/testing/' },
      to: { path: '^infra/|^libs/(embedded|testing)/', pathNot: '^infra/(migrate|seed|ops)/' },
    },
    {
      name: 'tests-only',
      comment: 'Production code must not import test code.',
      severity: 'error',
      from: { pathNot: '\\.(spec|test)\\.tsx?$|/testing/|^infra/(browser|bench|faults|scale)/' },
      to: { path: '^libs/testing/|/testing/' },
    },
  ],
  options: {
    // The parser does not read TSX, and infra/test/imports.spec.ts checks the client.
    doNotFollow: { path: 'node_modules|^frontend/' },
    exclude: { path: '(^|/)(dist|artifacts|node_modules)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['oniverse-source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
