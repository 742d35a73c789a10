/** Detects keys of input methods. */

/** Key code of keys that input methods handle. Safari ends a composition before the key that ends it. */
const INPUT_METHOD = 229;

/** Whether a key belongs to an input method, so that fields and dialogs must ignore it. */
export const isCompositionKey = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD;
