/** The current picture of an image: edits its alternative text and addresses without picking another one. */
import { useState, type ReactNode } from 'react';
import type { PickerPicture } from '../../../../src/utils/frontend/types';
import { usePicker, type Picker } from '../context';
import { isCompositionKey } from '../../ui-kit/composition';

interface TextProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly isAddress?: boolean;
  change(value: string): void;
}

const Text = ({ name, label, value, isAddress = false, change }: TextProps): ReactNode => (
  <label className="field">
    <span className="field__name">{label}</span>
    <input
      className="field__input"
      name={name}
      value={value}
      autoComplete="off"
      spellCheck={!isAddress}
      dir={isAddress ? 'ltr' : 'auto'}
      onChange={(event) => change(event.target.value)}
    />
  </label>
);

/** The item of the pick after `Apply`. */
export interface ChangedPicture {
  readonly src: string;
  readonly alt: string;
  /** In the given order; an empty address removes the source. */
  readonly sources: readonly string[];
  readonly isOwn: boolean | undefined;
}

interface CurrentProps {
  readonly picture: PickerPicture;
  readonly pick: Picker['pick'];
  readonly isOwn: boolean | undefined;
  /** The choice for a data-bound picture. */
  readonly children: ReactNode;
  /** Called when a field changes. */
  onEdit(): void;
}

export function Current({ picture, pick, isOwn, children, onEdit }: CurrentProps): ReactNode {
  const { t } = usePicker().messages;
  const [alt, setAlt] = useState(picture.alt);
  const [src, setSrc] = useState(picture.src);
  const [sources, setSources] = useState(() => picture.sources.map(({ srcset }) => srcset));
  const apply = (): void => {
    const item: ChangedPicture = { src: src.trim(), alt, sources: sources.map((source) => source.trim()), isOwn };
    pick({ value: item.src, item }, item.src);
  };
  return (
    <div
      className="chosen current"
      role="group"
      aria-label={t('media.current')}
      onChange={onEdit}
      onKeyDown={(event) => {
        if (isCompositionKey(event.nativeEvent)) return;
        if (event.key !== 'Enter' || !(event.target as Element).matches('input:not([type=radio])')) return;
        event.preventDefault();
        apply();
      }}
    >
      <img className="chosen__image" src={picture.src} alt="" />
      <div className="chosen__text">
        {children}
        <Text name="alt" label={t('media.alt')} value={alt} change={setAlt} />
        <Text name="src" label={t('media.address')} value={src} isAddress change={setSrc} />
        {picture.sources.map(({ label }, sourceIndex) => (
          <Text
            key={sourceIndex}
            name={`source${sourceIndex}`}
            label={t('media.addressFor', { what: label })}
            value={sources[sourceIndex]!}
            isAddress
            change={(value) => setSources(sources.map((each, index) => (index === sourceIndex ? value : each)))}
          />
        ))}
        <div className="actions">
          <button className="button button--main" type="button" onClick={apply}>
            {t('action.apply')}
          </button>
        </div>
      </div>
    </div>
  );
}
