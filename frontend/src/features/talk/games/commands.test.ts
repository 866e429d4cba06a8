import { describe, expect, it } from '@jest/globals';
import { readCommand } from './commands.js';

describe('the commands of games', () => {
  it('TLK-573 are read whatever their case and spaces', () => {
    expect(readCommand('/move Be3')).toEqual({ name: 'move', move: 'Be3' });
    expect(readCommand(' /MOVE   dead D4 \n')).toEqual({ name: 'move', move: 'dead D4' });
    expect(readCommand('/draw')).toEqual({ name: 'draw', move: '' });
    expect(readCommand('/play Chess')).toEqual({ name: 'play', kind: 'chess', position: '' });
    expect(readCommand('/play')).toEqual({ name: 'play', kind: undefined, position: '' });
    expect(readCommand('/play poker')).toEqual({ name: 'play', kind: undefined, position: '' });
    expect(readCommand('/play go\n 9 . B\n 8 . .')).toEqual({
      name: 'play',
      kind: 'go',
      position: '9 . B\n 8 . .',
    });
    expect(readCommand('/watch #12')).toEqual({ name: 'watch', number: 12 });
    expect(readCommand('/watch')).toEqual({ name: 'watch', number: Number.NaN });
  });

  it('TLK-573 leave all other texts to be messages', () => {
    for (const text of ['move Be3', '/shrug', '/moves', 'so /move Be3', '/', '//move', '1/move']) {
      expect(readCommand(text)).toBeUndefined();
    }
  });
});
