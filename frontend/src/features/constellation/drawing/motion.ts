import { at } from '../graph.js';

/** Places come up to 30 times a second; in between nodes glide. No glide is longer, in milliseconds. */
const LONGEST = 250;

/** Where nodes are drawn, while they glide from the places last heard of to the newest. */
export class Motion {
  #shown: Float32Array;
  #from: Float32Array;
  #to: Float32Array;
  #since = 0;
  #lasts = 0;
  #heard = 0;

  /** @param places x and y of each node; NaN where it has no place yet */
  constructor(places: Float32Array) {
    this.#shown = places;
    this.#from = places;
    this.#to = places;
  }

  /** The places as last drawn. */
  get shown(): Float32Array {
    return this.#shown;
  }

  /** Where all will come to rest. */
  get target(): Float32Array {
    return this.#to;
  }

  /** Whether what is drawn is still on its way. */
  get isGliding(): boolean {
    return this.#shown !== this.#to;
  }

  /** Heads for new places; at once where there are none yet, or where `atOnce` says so. */
  head(places: Float32Array, now: number, atOnce: boolean): void {
    this.#lasts = Math.min(LONGEST, Math.max(16, now - this.#heard));
    this.#heard = now;
    this.#since = now;
    this.#from = this.#shown;
    this.#to = places;
    this.#shown = places.slice();
    if (atOnce) this.#lasts = 0;
    else this.advance(now);
  }

  /** Moves what is drawn on to where it is at `now`. @returns whether it still moves */
  advance(now: number): boolean {
    if (this.#shown === this.#to) return false;
    // A frame bears the time at which it was begun: on a busy machine places may be heard of after that.
    const passed = Math.max(0, now - this.#since);
    const share = this.#lasts === 0 ? 1 : Math.min(1, passed / this.#lasts);
    if (share >= 1) {
      this.#shown = this.#to;
      return false;
    }
    const from = this.#from;
    const to = this.#to;
    for (let each = 0; each < to.length; each += 1) {
      const start = at(from, each);
      const end = at(to, each);
      // What had no place appears at its first one.
      this.#shown[each] = Number.isNaN(start) ? end : start + (end - start) * share;
    }
    return true;
  }
}
