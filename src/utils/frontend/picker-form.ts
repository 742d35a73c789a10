/**
 * What makes a picker a control of a form, before its interface is loaded: it submits its value, is reset, restored, required
 * and disabled as the browser's own controls are.
 */

/** The element of a picker, as its form sees it. */
export interface FormHost {
  readonly element: HTMLElement;
  readonly internals: ElementInternals;
  value: string;
  readonly required: boolean;
  /** Where the browser points when something is missing. */
  anchor(): HTMLElement | undefined;
}

/** What every control of a form has. */
const MEMBERS = ['form', 'labels', 'validity', 'validationMessage', 'willValidate'] as const;
const METHODS = ['checkValidity', 'reportValidity'] as const;

/** What the browser says where a value is missing: in its own language, without a word of ours. */
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

  /** Disabled itself, or by a fieldset around it. */
  get disabled(): boolean {
    return this.host.element.matches(':disabled');
  }

  /** Its value, or what is asked of it, may have changed. */
  update(): void {
    const { value, required, internals } = this.host;
    internals.setFormValue(value, value);
    internals.ariaRequired = String(required);
    if (required && !value) internals.setValidity({ valueMissing: true }, missingMessage(), this.host.anchor());
    else internals.setValidity({});
  }

  /** The form is reset: the attribute says what it begins with. */
  reset(): void {
    this.host.value = this.host.element.getAttribute('value') ?? '';
  }

  /** The browser gives back what somebody had picked before. */
  restore(state: unknown): void {
    if (typeof state === 'string') this.host.value = state;
  }
}
