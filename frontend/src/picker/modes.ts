/** The modes of a picker, and the validation of its options. */
import { DEFAULT_VERSION } from '../../../src/global/defaults';
import type { PickerBinding, PickerMode, PickerOptions } from '../../../src/utils/frontend/types';

const MODES: readonly PickerMode[] = Object.freeze(['theme', 'component', 'data', 'media', 'revision']);
const BINDINGS: readonly PickerBinding[] = Object.freeze(['text', 'attribute', 'repeat']);

export type CheckedOptions = PickerOptions & { readonly mode: PickerMode };

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

/**
 * Validates options.
 * @throws TypeError that names the invalid attribute and the reason
 */
export function checkOptions(options: PickerOptions): CheckedOptions {
  const { mode, binding, component } = options;
  if (!isOneOf(MODES, mode)) throw new TypeError(`mode is '${mode}'; it must be one of ${MODES.join(', ')}`);
  if (binding !== undefined && !isOneOf(BINDINGS, binding))
    throw new TypeError(`binding is '${binding}'; it must be one of ${BINDINGS.join(', ')}`);
  if (mode === 'revision' && !component) throw new TypeError("mode 'revision' needs a `component`. Set this attribute");
  return { ...options, mode };
}

/** The kind of binding that the picked path is for. */
export const bindingOf = ({ binding }: PickerOptions): PickerBinding =>
  (binding as PickerBinding | undefined) ?? 'text';

/** `library/component/version` of the version whose revisions are picked. */
export const versionOf = (library: string, { component, version }: PickerOptions): string =>
  `${library}/${component}/${version ?? DEFAULT_VERSION}`;

/** The page's own data. Invalid JSON counts as none (§5). */
export function dataOf(data: unknown): object | undefined {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
