const swc = (jsx) => ({
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true, tsx: jsx },
        transform: {
          legacyDecorator: true,
          decoratorMetadata: true,
          useDefineForClassFields: false,
          react: { runtime: 'automatic' },
        },
        // Jest wants to know that an imported file is JSON.
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
});

const node = (displayName, roots) => ({
  displayName,
  rootDir: import.meta.dirname,
  roots,
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/dist/', '/node_modules/', '/suites/', '\\.(browser|long|scale)\\.spec\\.ts$'],
  modulePathIgnorePatterns: ['/dist/'],
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['oniverse-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: swc(false),
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/libs/testing/dist/jest/global-setup.js',
  globalTeardown: '<rootDir>/libs/testing/dist/jest/global-teardown.js',
});

/** The specs of a part in few files, which load its modules once instead of once for each spec. */
const suites = (part) => ({
  ...node(`${part} suites`, [`<rootDir>/${part}`]),
  testMatch: [`**/${part}/suites/*.spec.ts`],
  testPathIgnorePatterns: [],
});

const client = (displayName, tests, setup) => ({
  displayName,
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/frontend/src', '<rootDir>/frontend/suites'],
  testMatch: [tests],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  globals: { ONIVERSE_VERSION: 'dev' },
  // jest-fixed-jsdom does not support custom export conditions, so this names the sources of the libs.
  moduleNameMapper: {
    '^@oniverse/contracts$': '<rootDir>/libs/contracts/src/index.ts',
    '^@oniverse/markdown$': '<rootDir>/libs/markdown/src/index.ts',
    '^@oniverse/games$': '<rootDir>/libs/games/src/index.ts',
    '^@oniverse/testing/import-specs$': '<rootDir>/libs/testing/src/import-specs.ts',
    '^react-style-singleton$': '<rootDir>/frontend/src/testing/style-singleton.ts',
    '^zustand$': '<rootDir>/frontend/src/testing/zustand.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.(css|woff2|svg|png|webp)$': '<rootDir>/frontend/src/testing/asset.ts',
  },
  transform: swc(true),
  setupFilesAfterEnv: setup.map((file) => `<rootDir>/frontend/src/testing/${file}`),
});

/** With a document. */
const components = (displayName, tests) => ({
  ...client(displayName, tests, ['setup.ts', 'console-errors.ts']),
  testEnvironment: 'jest-fixed-jsdom',
});

/** For `*.test.ts`, which needs no document: it would cost more than most of these tests. */
const withoutDocument = (displayName, tests) => ({
  ...client(displayName, tests, ['console-errors.ts']),
  testEnvironment: 'node',
});

export default {
  testTimeout: 60_000,
  testSequencer: '<rootDir>/infra/dist/test/longest-first.cjs',
  projects: [
    node('libs', ['<rootDir>/libs']),
    node('backend', ['<rootDir>/backend/src']),
    node('worker', ['<rootDir>/worker/src']),
    suites('libs'),
    suites('backend'),
    suites('worker'),
    suites('infra'),
    node('infra', ['<rootDir>/infra']),
    {
      ...node(
        'long',
        ['libs', 'backend/src', 'worker/src', 'infra'].map((folder) => `<rootDir>/${folder}`),
      ),
      testMatch: ['**/*.{long,property}.spec.ts'],
      testPathIgnorePatterns: ['/dist/', '/node_modules/'],
    },
    {
      ...node('scale', ['<rootDir>/infra/scale']),
      testMatch: ['**/*.scale.spec.ts'],
      testPathIgnorePatterns: ['/dist/', '/node_modules/'],
    },
    withoutDocument('client node', '**/frontend/src/**/*.test.ts'),
    withoutDocument('client node suites', '**/frontend/suites/*.test.ts'),
    components('client', '**/frontend/src/**/*.test.tsx'),
    // An `alone` file replaces modules, which the files of a suite share.
    components('client suites', '**/{frontend/suites/*,*.alone}.test.tsx'),
  ],
};
