/** A picture that comes from data: what becomes of the binding when it is changed is the editor's choice, and never silent. */
import { useId, type ReactNode } from 'react';
import type { PickerPictureBinding } from '../../../../src/utils/frontend/types';

interface BoundChoiceProps {
  readonly binding: PickerPictureBinding;
  /** Whether an own picture is wanted; undefined until the editor has chosen. */
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
      {([false, true] as const).map((way) => (
        <label key={String(way)} className="bound__way">
          <input type="radio" name={name} checked={isOwn === way} onChange={() => choose(way)} />
          {way ? own : keep}
        </label>
      ))}
      <button className="button button--small" type="button" onClick={editPath}>
        {edit}
      </button>
    </div>
  );
}
