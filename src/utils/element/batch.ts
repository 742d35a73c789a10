/** Things to do for many elements together: one callback for all of them, however often each asks. */
export class Batch<Member> {
  #members = new Set<Member>();

  /**
   * @param defer runs a callback later, once.
   * @param run does it for one, and hears how many it was done for before; it must not fail.
   * @param order compares two; those that are equal come as they asked.
   */
  constructor(
    private readonly defer: (callback: () => void) => void,
    private readonly run: (member: Member, at: number) => void,
    private readonly order: (one: Member, other: Member) => number,
  ) {}

  add(member: Member): void {
    if (!this.#members.size) this.defer(this.#runAll);
    this.#members.add(member);
  }

  /** Whether it was waiting. */
  delete(member: Member): boolean {
    return this.#members.delete(member);
  }

  has(member: Member): boolean {
    return this.#members.has(member);
  }

  readonly #runAll = (): void => {
    const members = this.#members;
    this.#members = new Set();
    [...members].sort(this.order).forEach(this.run);
  };
}
