import { describe, expect, it } from '@jest/globals';
import { PLANISPHERE_TEXTS } from '../planisphere.texts.js';
import { joinStars, seededRandom, lineBetween } from './geometry.js';
import { HALO_CENTRE, haloOf, haloTicks } from './halo.js';
import { planisphere } from './planisphere.js';
import { sigilOf } from './sigil.js';
import { wordmarkOf } from './wordmark.js';

describe('geometry', () => {
  it('lines never touch their stars', () => {
    expect(lineBetween({ x: 0, y: 0 }, { x: 100, y: 0 }, 5, 7)).toEqual({ x1: 5, y1: 0, x2: 93, y2: 0 });
  });

  it('stars that are too close get no line', () => {
    expect(lineBetween({ x: 0, y: 0 }, { x: 11, y: 0 })).toBeUndefined();
  });

  it('joins by index and keeps the gap from each star’s rim', () => {
    const figure = joinStars(
      [
        { x: 0, y: 0, r: 2 },
        { x: 50, y: 0, r: 4 },
      ],
      [
        [0, 1],
        [1, 9],
      ],
      4,
    );
    expect(figure.lines).toEqual([{ x1: 6, y1: 0, x2: 42, y2: 0 }]);
  });

  it('the same seed gives the same numbers', () => {
    const [a, b] = [seededRandom('oni'), seededRandom('oni')];
    expect([a(), a(), a()]).toEqual([b(), b(), b()]);
    expect(seededRandom('oni')()).not.toBe(seededRandom('ino')());
    expect(seededRandom(12)()).toBeLessThan(1);
  });
});

describe('sigilOf', () => {
  it('depends only on the id', () => {
    expect(sigilOf('a1')).toEqual(sigilOf('a1'));
    expect(sigilOf('a1')).not.toEqual(sigilOf('a2'));
  });

  it.each(['observatory', '0193a000-0000-7000-8000-000000000001', '', 'ö'])(
    'of %j has four to six joined stars inside its circle, one of them brightest',
    (id) => {
      const { stars, lines, brightest } = sigilOf(id);
      expect(stars.length).toBeGreaterThanOrEqual(4);
      expect(stars.length).toBeLessThanOrEqual(6);
      expect(lines.length).toBeLessThanOrEqual(stars.length - 1);
      for (const { x, y } of stars) expect(Math.hypot(x - 28, y - 28)).toBeLessThanOrEqual(22);
      expect(stars.filter((star) => star.r === 2.6)).toEqual([brightest]);
    },
  );
});

describe('wordmarkOf', () => {
  it('has the stars of seven letters, larger in the small variant', () => {
    const large = wordmarkOf(76);
    const small = wordmarkOf(17);
    expect(large.stars).toHaveLength(31);
    expect(small.small).toBe(true);
    expect(large.small).toBe(false);
    expect(small.width).toBe(large.width);
    expect(small.stars[0]?.r).toBeGreaterThan(large.stars[0]?.r ?? 9);
  });
});

describe('planisphere', () => {
  it('LND-014 has five figures, lights four of them in turn, and has 330 background stars', () => {
    const chart = planisphere();
    expect(chart.figures).toHaveLength(5);
    expect(PLANISPHERE_TEXTS.figures).toEqual([
      'The Tide',
      'The Lantern',
      'The Archivist',
      'The Sleeper',
      'The Moth',
    ]);
    expect(chart.background).toHaveLength(330);
    expect(chart.hours).toHaveLength(24);
  });

  it('keeps background stars inside the rim and away from the names', () => {
    const { background, centre, radius, figures } = planisphere();
    for (const { x, y } of background) {
      expect(Math.hypot(x - centre, y - centre)).toBeLessThan(radius * 0.9);
      for (const { label } of figures) {
        expect(Math.abs(x - label.x) < 83 && Math.abs(y - label.y + 5) < 15).toBe(false);
      }
    }
  });
});

describe('haloOf', () => {
  it('depends only on the id', () => {
    expect(haloOf('a1')).toEqual(haloOf('a1'));
    expect(haloOf('a1')).not.toEqual(haloOf('a2'));
  });

  it.each(['a1', '0193a000-0000-7000-8000-000000000001', ''])(
    'of %j has two joined figures of five stars, beside the picture and above the bar',
    (id) => {
      const { figures, background } = haloOf(id);
      expect(figures.map(({ stars, lines }) => [stars.length, lines.length])).toEqual([
        [5, 4],
        [5, 4],
      ]);
      for (const { x, y } of figures.flatMap(({ stars }) => stars)) {
        expect(Math.abs(x - HALO_CENTRE.x)).toBeGreaterThan(226);
        expect(y).toBeLessThan(HALO_CENTRE.y);
      }
      expect(background).toHaveLength(150);
    },
  );

  it('has one tick per degree on the upper half of its ring', () => {
    expect(haloTicks().match(/M/gu)).toHaveLength(181);
    expect(haloTicks()).toMatch(/^M532 214L522 214M/u);
  });
});
