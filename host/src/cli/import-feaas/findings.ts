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
  readonly #reported = new Set<string>();

  problem(where: string, what: string): void {
    if (this.#isNew(where, what)) this.problems.push({ where, what });
  }

  warning(where: string, what: string): void {
    if (this.#isNew(where, what)) this.warnings.push({ where, what });
  }

  #isNew(location: string, message: string): boolean {
    const key = `${location}\n${message}`;
    const { size } = this.#reported;
    return this.#reported.add(key).size > size;
  }
}
