/** A labeled select. */
import type { ReactNode } from 'react';

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly isDisabled?: boolean;
  /** Whether it is in one line with buttons. */
  readonly isInline?: boolean;
  onChange(value: Value): void;
}

export function SelectField<Value extends string>({
  label,
  value,
  options,
  isDisabled = false,
  isInline = false,
  onChange,
}: SelectFieldProps<Value>): ReactNode {
  return (
    <label className={isInline ? 'field field--inline' : 'field'}>
      <span className="field__name">{label}</span>
      <select
        className="field__input"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
