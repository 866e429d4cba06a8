/** Periodic terms of a full moon, in days: the coefficient, the power of E, and the multiples of M, M′, F and Ω. */
const TERMS: readonly (readonly [number, number, number, number, number, number])[] = [
  [-0.40614, 0, 0, 1, 0, 0],
  [0.17302, 1, 1, 0, 0, 0],
  [0.01614, 0, 0, 2, 0, 0],
  [0.01043, 0, 0, 0, 2, 0],
  [0.00734, 1, -1, 1, 0, 0],
  [-0.00515, 1, 1, 1, 0, 0],
  [0.00209, 2, 2, 0, 0, 0],
  [-0.00111, 0, 0, 1, -2, 0],
  [-0.00057, 0, 0, 1, 2, 0],
  [0.00056, 1, 1, 2, 0, 0],
  [-0.00042, 0, 0, 3, 0, 0],
  [0.00042, 1, 1, 0, 2, 0],
  [0.00038, 1, 1, 0, -2, 0],
  [-0.00024, 1, -1, 2, 0, 0],
  [-0.00017, 0, 0, 0, 0, 1],
  [-0.00007, 0, 2, 1, 0, 0],
  [0.00004, 0, 0, 2, -2, 0],
  [0.00004, 0, 3, 0, 0, 0],
  [0.00003, 0, 1, 1, -2, 0],
  [0.00003, 0, 0, 2, 2, 0],
  [-0.00003, 0, 1, 1, 2, 0],
  [0.00003, 0, -1, 1, 2, 0],
  [-0.00002, 0, -1, 1, -2, 0],
  [-0.00002, 0, 1, 3, 0, 0],
  [0.00002, 0, 0, 4, 0, 0],
];

/** Terms of the planets: the coefficient in days, and the argument in degrees at k = 0 and for each k. */
const PLANETS: readonly (readonly [number, number, number])[] = [
  [0.000325, 299.77, 0.107408],
  [0.000165, 251.88, 0.016321],
  [0.000164, 251.83, 26.651886],
  [0.000126, 349.42, 36.412478],
  [0.00011, 84.66, 18.206239],
  [0.000062, 141.74, 53.303771],
  [0.00006, 207.14, 2.453732],
  [0.000056, 154.84, 7.30686],
  [0.000047, 34.52, 27.261239],
  [0.000042, 207.19, 0.121824],
  [0.00004, 291.34, 1.844379],
  [0.000037, 161.72, 24.198154],
  [0.000035, 239.56, 25.513099],
  [0.000023, 331.55, 3.592518],
];

const DAY_MS = 86_400_000;
const MONTH_DAYS = 29.530588861;
/** The Julian day of the start of 1970. */
const EPOCH_DAY = 2_440_587.5;
/** That of the new moon of January 2000, from which lunations are counted. */
const FIRST_DAY = 2_451_550.09766;
/** How far dynamical time is ahead of UTC: 69 s in the 2020s, and within seconds of it for decades. */
const DELTA_DAYS = 69 / 86_400;

const sine = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);

/** Returns a full moon in ms. @param k the lunation, a whole number and a half */
function fullMoonOf(k: number): number {
  const t = k / 1236.85;
  const mean = FIRST_DAY + MONTH_DAYS * k + t ** 2 * (0.00015437 + t * (-0.00000015 + t * 0.00000000073));
  const e = 1 - t * (0.002516 + t * 0.0000074);
  const sun = 2.5534 + 29.1053567 * k + t ** 2 * (-0.0000014 - t * 0.00000011);
  const moon = 201.5643 + 385.81693528 * k + t ** 2 * (0.0107582 + t * (0.00001238 - t * 0.000000058));
  const latitude = 160.7108 + 390.67050284 * k + t ** 2 * (-0.0016118 + t * (-0.00000227 + t * 0.000000011));
  const node = 124.7746 - 1.56375588 * k + t ** 2 * (0.0020672 + t * 0.00000215);
  let day = mean;
  for (const [days, power, ofSun, ofMoon, ofLatitude, ofNode] of TERMS) {
    day += days * e ** power * sine(ofSun * sun + ofMoon * moon + ofLatitude * latitude + ofNode * node);
  }
  for (const [index, [days, start, each]] of PLANETS.entries()) {
    day += days * sine(start + each * k - (index === 0 ? 0.009173 * t ** 2 : 0));
  }
  return Math.round((day - DELTA_DAYS - EPOCH_DAY) * DAY_MS);
}

/**
 * Returns the first full moon after a time; both are in ms. It is right to a minute or two in this century. By Jean Meeus,
 * Astronomical Algorithms, 2nd edition (1998), chapter 49.
 */
export function nextFullMoon(after: number): number {
  const month = (after / DAY_MS + EPOCH_DAY - FIRST_DAY) / MONTH_DAYS;
  // A true full moon is less than a day from the mean one.
  let k = Math.floor(month) - 0.5;
  while (fullMoonOf(k) <= after) k += 1;
  return fullMoonOf(k);
}
