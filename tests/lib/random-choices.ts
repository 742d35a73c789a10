/** Random choices out of one seed, for what tests make up. */
export class RandomChoices {
  /** @param next returns the next number, from 0 up to 1 */
  constructor(private readonly next: () => number) {}

  /** An integer from 0, below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
  /** True in that share of the calls. */
  chance(share: number): boolean {
    return this.next() < share;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
  many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
