/** Values of inputs that visitors have changed (D20). */

/**
 * Whether a visitor has changed the value of an input. Otherwise it is that of the data, as far as type and limits allow.
 */
export function isValueChanged(input: HTMLInputElement): boolean {
  const copy = input.cloneNode() as HTMLInputElement;
  // Only the visitor sets the files of an input.
  if (copy.type !== 'file') copy.value = copy.getAttribute('value') ?? '';
  return copy.value !== input.value;
}
