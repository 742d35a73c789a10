/** Selects entries of a list: all, a range, or those that match a filter. */
import { useId, type ReactNode } from 'react';
import type { PickerBinding } from '../../../../src/utils/frontend/types';
import { SelectField } from '../../ui-kit/select-field';
import { usePicker } from '../context';
import type { Choice } from './choice';
import { readAs, type Field } from './fields';
import { OPERATORS, type Filter } from './path-text';

interface EntriesProps {
  readonly choice: Choice;
  readonly binding: PickerBinding;
  readonly fields: readonly Field[];
  /** Number of the chosen entry, counted from 1. */
  readonly number: number;
  change(choice: Choice): void;
}

/** An integer from 1; undefined for an empty or invalid field. */
const numberOf = (text: string): number | undefined => {
  const number = Math.floor(Number(text));
  return text !== '' && number >= 1 ? number : undefined;
};

export function Entries({ choice, binding, fields, number, change }: EntriesProps): ReactNode {
  const { t } = usePicker().messages;
  const id = useId();
  const isRepeat = binding === 'repeat';
  const [first] = fields;
  const filter: Filter | undefined =
    choice.filter ?? (first && { field: first.keys, operator: 'is', value: first.samples[0]! });
  const options = [
    ['all', isRepeat ? t('data.all') : t('data.this', { number })],
    ...(isRepeat ? [['range', t('data.range')] as const] : []),
    ...(filter ? [['filter', isRepeat ? t('data.where') : t('data.first')] as const] : []),
  ] as const;
  return (
    <fieldset className="entries">
      <legend className="field__name">{t('data.items')}</legend>
      {options.map(([mode, name]) => (
        <label key={mode} className="way">
          <input
            type="radio"
            name={id}
            checked={choice.mode === mode}
            onChange={() => change({ ...choice, mode, filter: mode === 'filter' ? filter : choice.filter })}
          />
          {name}
        </label>
      ))}
      {choice.mode === 'range' && (
        <div className="fields">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className="field">
              <span className="field__name">{t(`data.${end}`)}</span>
              <input
                className="field__input"
                type="number"
                min={1}
                inputMode="numeric"
                value={choice.range[end] ?? ''}
                onChange={(event) =>
                  change({ ...choice, range: { ...choice.range, [end]: numberOf(event.target.value) } })
                }
              />
            </label>
          ))}
        </div>
      )}
      {choice.mode === 'filter' && filter && (
        <FilterFields filter={filter} fields={fields} change={(filter) => change({ ...choice, filter })} />
      )}
    </fieldset>
  );
}

interface FilterProps {
  readonly filter: Filter;
  readonly fields: readonly Field[];
  change(filter: Filter): void;
}

function FilterFields({ filter, fields, change }: FilterProps): ReactNode {
  const { t } = usePicker().messages;
  const listId = useId();
  const field = fields.find(({ keys }) => keys.join('\n') === filter.field.join('\n')) ?? fields[0]!;
  return (
    <div className="fields">
      <SelectField
        label={t('data.field')}
        value={field.name}
        options={fields.map(({ name }) => ({ value: name, label: name }))}
        onChange={(value) => {
          const next = fields.find(({ name }) => name === value)!;
          change({ ...filter, field: next.keys, value: next.samples[0]! });
        }}
      />
      <SelectField
        label={t('data.operator')}
        value={filter.operator}
        options={OPERATORS.map((value) => ({ value, label: t(`data.${value}`) }))}
        onChange={(operator) => change({ ...filter, operator })}
      />
      {filter.operator !== 'exists' && (
        <label className="field">
          <span className="field__name">{t('data.value')}</span>
          <input
            className="field__input"
            value={String(filter.value)}
            list={listId}
            autoComplete="off"
            dir="auto"
            onChange={(event) => change({ ...filter, value: readAs(event.target.value, field) })}
          />
          <datalist id={listId}>
            {field.samples.slice(0, 20).map((sample) => (
              <option key={String(sample)} value={String(sample)} />
            ))}
          </datalist>
        </label>
      )}
    </div>
  );
}
