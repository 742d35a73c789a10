/** Something that one part of a test waits for, and another does. */
export interface Signalled {
  readonly heard: Promise<void>;
  tell(): void;
}

export function signalled(): Signalled {
  let tell = (): void => {};
  const heard = new Promise<void>((resolve) => (tell = resolve));
  return { heard, tell };
}
