/** Random choices from one seeded generator, for generated test cases. */
export class RandomChoices {
  /** @param next returns the next random number: at least 0, below 1 */
  constructor(private readonly next: () => number) {}

  /** Returns a random integer, at least 0 and below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
  /** Returns true with this probability (0 to 1). */
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
