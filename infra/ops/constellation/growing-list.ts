/** A list of numbers that grows, and holds nothing but numbers. */
export class GrowingList {
  private numbers = new Int32Array(1_024);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Int32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = number;
    this.length += 1;
  }

  /** The numbers so far, where they lie. */
  get all(): Int32Array {
    return this.numbers.subarray(0, this.length);
  }
}
