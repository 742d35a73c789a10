/** Asks whether a change of a data-bound picture keeps or removes the binding. */
import { useId, type ReactNode } from 'react';
import type { PickerPictureBinding } from '../../../../src/utils/frontend/types';

interface BoundChoiceProps {
  readonly binding: PickerPictureBinding;
  /** Whether to remove the binding; undefined until the user has chosen. */
  readonly isOwn: boolean | undefined;
  choose(isOwn: boolean): void;
}

export function BoundChoice({ binding, isOwn, choose }: BoundChoiceProps): ReactNode {
  const name = useId();
  const { note, keep, own, edit, editPath } = binding;
  return (
    <div className="bound" role="radiogroup" aria-labelledby={`${name}-note`}>
      <p id={`${name}-note`} className="bound__note">
        {note}
      </p>
      {([false, true] as const).map((value) => (
        <label key={String(value)} className="bound__way">
          <input type="radio" name={name} checked={isOwn === value} onChange={() => choose(value)} />
          {value ? own : keep}
        </label>
      ))}
      <button className="button button--small" type="button" onClick={editPath}>
        {edit}
      </button>
    </div>
  );
}
