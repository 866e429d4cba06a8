import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

// The compiled files: Node cannot run TypeScript.
const moduleUrl = (name: string): string => new URL(`../dist/${name}.js`, import.meta.url).href;

describe('tracing', () => {
  it('OPS-080 loads OpenTelemetry only when it starts', () => {
    const script = `
      import { createRequire } from 'node:module';
      await import(${JSON.stringify(moduleUrl('backend'))});
      const { startTracing, stopTracing } = await import(${JSON.stringify(moduleUrl('tracing'))});
      const require = createRequire(${JSON.stringify(moduleUrl('tracing'))});
      const loaded = () => Object.keys(require.cache).some((file) => /@opentelemetry.(sdk|exporter)/.test(file));
      const before = loaded();
      await startTracing({ endpoint: 'http://127.0.0.1:1', ratio: 0 }, { part: 'test', version: 'dev' });
      console.log(JSON.stringify([before, loaded()]));
      await stopTracing();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect([stdout.trim(), stderr]).toEqual(['[false,true]', '']);
  });
});
