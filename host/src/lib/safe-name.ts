/**
 * Whether a name is a plain entry of a folder on every system: no separators, drive letters or alternate streams (':'),
 * control characters, hidden names ('.', '..', '.env'), or trailing dots and spaces, which Windows drops.
 */
export function isSafeName(name: string): boolean {
  return name.length > 0 && name.length <= 255 && !UNSAFE.test(name);
}

// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f/\\:]|^\.|[. ]$/;
