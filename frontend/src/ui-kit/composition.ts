/** Keys that belong to an input method. */

/** Code of keys that are reported by browsers, such as Safari, which end a composition before the key that ends it. */
const INPUT_METHOD = 229;

/** Whether a key confirms, or cancels, what an input method composes: it is nothing that a field or a dialog acts on. */
export const isCompositionKey = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD;
