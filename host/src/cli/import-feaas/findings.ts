/** What an import from the original product found, did not find, and could not read: nothing is left out without a word. */

export interface Finding {
  /** The address or file. */
  readonly where: string;
  readonly what: string;
}

export class Findings {
  /** What was not read, or not taken. */
  readonly problems: Finding[] = [];
  /** What was taken, but needs a look. */
  readonly warnings: Finding[] = [];
  /** Addresses of content that is deleted there. */
  readonly deleted: string[] = [];
  pages = 0;
  /** Places of pages that have no customization. */
  readonly uncustomized = new Set<string>();
  readonly #said = new Set<string>();

  problem(where: string, what: string): void {
    if (this.#isNew(where, what)) this.problems.push({ where, what });
  }

  warning(where: string, what: string): void {
    if (this.#isNew(where, what)) this.warnings.push({ where, what });
  }

  #isNew(where: string, what: string): boolean {
    const key = `${where}\n${what}`;
    const { size } = this.#said;
    return this.#said.add(key).size > size;
  }
}
