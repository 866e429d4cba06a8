import { at } from '../graph.js';

const MAX_DURATION_MS = 250;

/** Interpolates node positions between layout updates, which arrive up to 30 times a second. */
export class PositionTween {
  #current: Float32Array;
  #source: Float32Array;
  #target: Float32Array;
  #startedAt = 0;
  #durationMs = 0;
  #updatedAt = 0;

  /** @param positions x and y of each node; NaN for a new node */
  constructor(positions: Float32Array) {
    this.#current = positions;
    this.#source = positions;
    this.#target = positions;
  }

  get current(): Float32Array {
    return this.#current;
  }

  get target(): Float32Array {
    return this.#target;
  }

  get isMoving(): boolean {
    return this.#current !== this.#target;
  }

  setTarget(positions: Float32Array, now: number, immediate: boolean): void {
    this.#durationMs = Math.min(MAX_DURATION_MS, Math.max(16, now - this.#updatedAt));
    this.#updatedAt = now;
    this.#startedAt = now;
    this.#source = this.#current;
    this.#target = positions;
    this.#current = positions.slice();
    if (immediate) this.#durationMs = 0;
    else this.advance(now);
  }

  /** @returns whether nodes still move */
  advance(now: number): boolean {
    if (this.#current === this.#target) return false;
    // A frame's timestamp is its start: on a busy machine an update may be newer.
    const elapsed = Math.max(0, now - this.#startedAt);
    const share = this.#durationMs === 0 ? 1 : Math.min(1, elapsed / this.#durationMs);
    if (share >= 1) {
      this.#current = this.#target;
      return false;
    }
    const source = this.#source;
    const target = this.#target;
    for (let index = 0; index < target.length; index += 1) {
      const start = at(source, index);
      const end = at(target, index);
      this.#current[index] = Number.isNaN(start) ? end : start + (end - start) * share;
    }
    return true;
  }
}
