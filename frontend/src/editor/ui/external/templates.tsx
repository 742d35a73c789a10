/** Templates of the form, with the editor's own labels, buttons and messages. */
import getDefaultRegistry from '@rjsf/core/lib/getDefaultRegistry.js';
import type {
  ArrayFieldItemTemplateProps,
  BaseInputTemplateProps,
  FieldErrorProps,
  FieldTemplateProps,
  IconButtonProps,
  MultiSchemaFieldTemplateProps,
  TemplatesType,
} from '@rjsf/utils';
import { errorId, getUiOptions, TranslatableString } from '@rjsf/utils';
import type { ComponentType, ReactNode } from 'react';
import type { FormMessages } from './types';

const { templates } = getDefaultRegistry();
const PlainInput = templates.BaseInputTemplate;

/** Marks invalid values for screen readers too. */
const Input = (props: BaseInputTemplateProps): ReactNode => (
  <PlainInput {...props} aria-invalid={props.rawErrors?.length ? true : undefined} />
);

function Field(props: FieldTemplateProps): ReactNode {
  const { id, label, children, errors, help, description, hidden, required, displayLabel, uiSchema } = props;
  if (hidden) return <div hidden>{children}</div>;
  const hasLabel = displayLabel && getUiOptions(uiSchema).widget !== 'checkbox';
  return (
    <div className="field">
      {hasLabel && (
        <label className="field__name" htmlFor={id}>
          {label}
          {required && <span aria-hidden="true"> *</span>}
        </label>
      )}
      {displayLabel && description}
      {children}
      {errors}
      {help}
    </div>
  );
}

const Errors = ({ errors = [], fieldPathId }: FieldErrorProps): ReactNode =>
  errors.length > 0 && (
    <div id={errorId(fieldPathId)} className="form__wrong field__wrong" role="alert">
      {errors.map((error, index) => (
        <p key={index}>{error}</p>
      ))}
    </div>
  );

function Item({ children, buttonsProps, hasToolbar, registry, index }: ArrayFieldItemTemplateProps): ReactNode {
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates;
  const name = `${registry.translateString(TranslatableString.ArrayItemTitle)} ${index + 1}`;
  return (
    <div className="form__item" role="group" aria-label={name}>
      {children}
      {hasToolbar && (
        <div className="form__tools">
          <Buttons {...buttonsProps} />
        </div>
      )}
    </div>
  );
}

/** A value with several possible schemas: a selector and the fields of the chosen schema. */
const AlternativeSchemas = ({ selector, optionSchemaField, registry }: MultiSchemaFieldTemplateProps): ReactNode => (
  <div className="form__ways">
    {selector && (
      <label className="field">
        <span className="field__name">{registry.translateString(TranslatableString.Type)}</span>
        {selector}
      </label>
    )}
    {optionSchemaField}
  </div>
);

const button = (text: TranslatableString): ComponentType<IconButtonProps> =>
  function FormButton({ id, disabled, onClick, registry }) {
    return (
      <button id={id} className="button" type="button" disabled={disabled} onClick={onClick}>
        {registry.translateString(text)}
      </button>
    );
  };

export const TEMPLATES: Partial<Omit<TemplatesType, 'ButtonTemplates'>> & {
  ButtonTemplates: Partial<TemplatesType['ButtonTemplates']>;
} = {
  BaseInputTemplate: Input,
  FieldTemplate: Field,
  FieldErrorTemplate: Errors,
  ArrayFieldItemTemplate: Item,
  MultiSchemaFieldTemplate: AlternativeSchemas,
  ButtonTemplates: {
    AddButton: button(TranslatableString.AddItemButton),
    CopyButton: button(TranslatableString.CopyButton),
    MoveDownButton: button(TranslatableString.MoveDownButton),
    MoveUpButton: button(TranslatableString.MoveUpButton),
    RemoveButton: button(TranslatableString.RemoveButton),
    ClearButton: button(TranslatableString.RemoveButton),
  },
};

/** Translates the library's texts into the editor's language. */
export const translate =
  ({ t }: FormMessages) =>
  (key: TranslatableString, params: string[] = []): string => {
    switch (key) {
      case TranslatableString.AddItemButton:
      case TranslatableString.AddButton:
        return t('add');
      case TranslatableString.CopyButton:
        return t('copy');
      case TranslatableString.MoveDownButton:
        return t('down');
      case TranslatableString.MoveUpButton:
        return t('up');
      case TranslatableString.RemoveButton:
        return t('remove');
      case TranslatableString.ArrayItemTitle:
        return t('item');
      case TranslatableString.EmptyArray:
        return t('empty');
      case TranslatableString.YesLabel:
        return t('yes');
      case TranslatableString.NoLabel:
        return t('no');
      case TranslatableString.Type:
        return t('way');
      case TranslatableString.OptionPrefix:
        return t('option', { number: Number(params[0]) });
      case TranslatableString.TitleOptionPrefix:
        return t('option', { number: Number(params[1]) });
      default:
        return key.replace(/%(\d)/g, (_whole, number: string) => params[Number(number) - 1] ?? '');
    }
  };
