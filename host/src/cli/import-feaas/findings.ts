/** The findings of an import from the original product: everything that was skipped is reported. */

export interface Finding {
  /** The URL or file. */
  readonly where: string;
  readonly what: string;
}

export class Findings {
  /** Content that was not read or not imported. */
  readonly problems: Finding[] = [];
  /** Imported content that needs a review. */
  readonly warnings: Finding[] = [];
  /** URLs of content that is deleted in the original product. */
  readonly deleted: string[] = [];
  pages = 0;
  /** Places in pages without a customization. */
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
