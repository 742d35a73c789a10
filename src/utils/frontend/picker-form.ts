/**
 * Makes a picker a form control before its interface is loaded: it submits its value, and is reset, restored, required
 * and disabled as the browser's own controls are.
 */

/** The element of a picker, as its form uses it. */
export interface FormHost {
  readonly element: HTMLElement;
  readonly internals: ElementInternals;
  value: string;
  readonly required: boolean;
  /** The element at which the browser shows that the value is missing. */
  anchor(): HTMLElement | undefined;
}

/** Members of every form control. */
const MEMBERS = ['form', 'labels', 'validity', 'validationMessage', 'willValidate'] as const;
const METHODS = ['checkValidity', 'reportValidity'] as const;

/** Returns the browser's own message for a missing value, in its language. */
function missingMessage(): string {
  const input = document.createElement('input');
  input.required = true;
  return input.validationMessage || 'Value missing';
}

export class PickerForm {
  constructor(private readonly host: FormHost) {
    const { element, internals } = host;
    for (const name of MEMBERS)
      Object.defineProperty(element, name, { get: () => internals[name], configurable: true });
    for (const name of METHODS)
      Object.defineProperty(element, name, { value: () => internals[name](), configurable: true });
    Object.defineProperty(element, 'type', { value: 'feaas-picker', configurable: true });
  }

  /** Whether it is disabled, itself or by a fieldset around it. */
  get disabled(): boolean {
    return this.host.element.matches(':disabled');
  }

  /** Updates the form after a change of the value or of `required`. */
  update(): void {
    const { value, required, internals } = this.host;
    internals.setFormValue(value, value);
    internals.ariaRequired = String(required);
    if (required && !value) internals.setValidity({ valueMissing: true }, missingMessage(), this.host.anchor());
    else internals.setValidity({});
  }

  /** Resets the value to that of the attribute. */
  reset(): void {
    this.host.value = this.host.element.getAttribute('value') ?? '';
  }

  /** Restores the value that the browser has kept. */
  restore(state: unknown): void {
    if (typeof state === 'string') this.host.value = state;
  }
}
