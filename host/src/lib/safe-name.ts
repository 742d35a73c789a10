/**
 * Whether a name can only mean one entry of one folder, on any system: no separators, no drive letters or
 * alternate streams (':'), no control characters, nothing hidden ('.', '..', '.env'), and none of the trailing
 * dots and spaces that Windows drops.
 */
export function isSafeName(name: string): boolean {
  return name.length > 0 && name.length <= 255 && !UNSAFE.test(name);
}

// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f/\\:]|^\.|[. ]$/;
