declare module 'write-good' {
  interface Suggestion {
    readonly index: number;
    readonly offset: number;
    readonly reason: string;
  }
  /** Problems of a text; `checks` disables those that are false. */
  export default function writeGood(text: string, checks?: Readonly<Record<string, boolean>>): Suggestion[];
}
