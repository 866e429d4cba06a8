import { describe, expect, it } from '@jest/globals';
import { SerialTasks } from './serial-tasks.js';

/** Starts tasks that run until they are ended. */
function start(tasks: SerialTasks) {
  const running: { name: string; end: (error?: Error) => void }[] = [];
  const run = async (userId: string, name: string) =>
    tasks.runTask(
      userId,
      async () =>
        new Promise<void>((resolve, reject) => {
          running.push({ name, end: (error) => (error ? reject(error) : resolve()) });
        }),
    );
  return { run, running, names: () => running.map(({ name }) => name) };
}

describe('SerialTasks', () => {
  it('NXT-305 runs the tasks of a member one after another, and those of others beside them', async () => {
    const { run, running, names } = start(new SerialTasks());
    const first = run('a', 'a1');
    const rest = [run('a', 'a2'), run('b', 'b1'), run('a', 'a3')];
    await new Promise(setImmediate);
    expect(names()).toEqual(['a1', 'b1']);
    running[0]?.end(new Error('It failed.'));
    await expect(first).rejects.toThrow('It failed.');
    await new Promise(setImmediate);
    expect(names()).toEqual(['a1', 'b1', 'a2']);
    running[2]?.end();
    await new Promise(setImmediate);
    expect(names()).toEqual(['a1', 'b1', 'a2', 'a3']);
    for (const { end } of running) end();
    await Promise.all(rest);
  });
});
