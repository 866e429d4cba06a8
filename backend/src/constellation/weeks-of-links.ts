const DAYS = 7;
const DAYS_PER_MONTH = 31;

/** A link between two members, by their positions in a list, and its first and last weeks in turn. */
export interface PastLink {
  left: number;
  right: number;
  runs: number[];
}

/** Collects in which weeks links stood. A link stood in a week if it stood on a day of it. Days count from the first week. */
export class WeeksOfLinks {
  readonly #weeks = new Map<number, Map<number, Uint8Array>>();

  constructor(private readonly count: number) {}

  /** @param days a bitmap; bit 0 is for `firstDay` */
  addDays(left: number, right: number, firstDay: number, days: number): void {
    const weeks = this.#weeksOf(left, right);
    for (let day = 0; day < DAYS_PER_MONTH; day += 1) {
      if (((days >>> day) & 1) === 0) continue;
      const week = Math.floor((firstDay + day) / DAYS);
      if (week >= 0 && week < this.count) weeks[week] = 1;
    }
  }

  /** Adds all weeks from a day to the last week. */
  addSince(left: number, right: number, day: number): void {
    this.#weeksOf(left, right).fill(1, Math.max(0, Math.floor(day / DAYS)));
  }

  /** Returns at most `limit` links: those of `central` first, then those that stood in the most weeks. */
  list(limit: number, central: number | undefined): PastLink[] {
    const all: (PastLink & { total: number })[] = [];
    for (const [left, others] of this.#weeks) {
      for (const [right, weeks] of others) {
        const runs = runsOf(weeks);
        if (runs.length === 0) continue;
        const isCentral = left === central || right === central;
        const total = weeks.reduce((sum, week) => sum + week, isCentral ? this.count : 0);
        all.push({ left, right, runs, total });
      }
    }
    if (all.length > limit) all.sort((a, b) => b.total - a.total);
    return all.slice(0, limit);
  }

  #weeksOf(a: number, b: number): Uint8Array {
    const [left, right] = a < b ? [a, b] : [b, a];
    const others = this.#weeks.get(left) ?? new Map<number, Uint8Array>();
    this.#weeks.set(left, others);
    const weeks = others.get(right) ?? new Uint8Array(this.count);
    others.set(right, weeks);
    return weeks;
  }
}

function runsOf(weeks: Uint8Array): number[] {
  const runs: number[] = [];
  for (const [week, isLinked] of weeks.entries()) {
    if (isLinked === 0) continue;
    if (weeks[week - 1] !== 1) runs.push(week, week);
    else runs[runs.length - 1] = week;
  }
  return runs;
}
