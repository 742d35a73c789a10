/** The form of an external component's properties, from its schema and UI hints. Valid values are written to the document at once. */
// The package's index would include a validator that generates code.
import Form from '@rjsf/core/lib/components/Form.js';
import type { ErrorSchema, RJSFSchema, UiSchema } from '@rjsf/utils';
import { useMemo, useState, type ReactNode } from 'react';
import { setAttributes } from '../../../../../src/utils/editing/model/commands/set-attribute';
import { attributeOf, resolveElement, type ResolvedElement } from '../../../../../src/utils/editing/model/syntax-tree';
import type { ExternalComponent, Schema } from '../../../../../src/utils/external/definition';
import { useEditor } from '../context';
import { TEMPLATES, translate } from './templates';
import { validationErrors, validatorFor } from './validator';
import { attributeFor, boundPath, changedProperties, attributeText, valuesOf, type Values } from './values';
import type { FormMessages } from './types';

/** Adds the type to a schema that only lists values, since the form requires it. */
function withType(schema: Schema): Schema {
  const listed = schema.enum ?? schema.oneOf?.map((option) => option.const);
  const types = new Set(listed?.map((each) => (Number.isInteger(each) ? 'integer' : typeof each)));
  const isListed =
    schema.type === undefined && types.size === 1 && /^(?:string|integer|number|boolean)$/.test([...types][0]!);
  return isListed ? { ...schema, type: [...types][0]! } : schema;
}

/** The schema of the form. It keeps the definitions that property schemas refer to. */
const schemaOf = (definition: ExternalComponent): RJSFSchema => {
  const { properties, required, $defs, definitions } = definition as ExternalComponent & RJSFSchema;
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, each]) => [name, withType(each as Schema)]),
    ),
    ...(required && { required: [...required] }),
    ...($defs && { $defs }),
    ...(definitions && { definitions }),
  } as RJSFSchema;
};

/** The component's UI hints. Bound properties are disabled. */
function hintsOf(
  { properties = {}, ui = {} }: ExternalComponent,
  { node }: ResolvedElement,
  { t }: FormMessages,
): UiSchema {
  const hints: UiSchema = { ...ui, 'ui:submitButtonOptions': { norender: true } };
  for (const name of Object.keys(properties)) {
    const path = boundPath(node, name);
    if (path === undefined) continue;
    hints[name] = { ...(ui[name] as object), 'ui:disabled': true, 'ui:help': t('bound', { path }) };
  }
  return hints;
}

const attributesOf = ({ attributes }: ResolvedElement['node']): string =>
  JSON.stringify(attributes.map(({ name, value }) => [name, value]));

interface PropertyFormProps {
  readonly place: ResolvedElement;
  readonly definition: ExternalComponent;
  readonly messages: FormMessages;
}

export function PropertyForm({ place, definition, messages }: PropertyFormProps): ReactNode {
  const { controller } = useEditor();
  const { node } = place;
  const schema = useMemo(() => schemaOf(definition), [definition]);
  const validator = useMemo(() => validatorFor(messages), [messages]);
  const translateString = useMemo(() => translate(messages), [messages]);
  const currentAttributes = attributesOf(node);
  const [values, setValues] = useState(() => valuesOf(node, definition));
  const [refused, setRefused] = useState<readonly string[]>([]);
  /** The attributes that the current values were read from or written to. */
  const [known, setKnown] = useState(currentAttributes);
  if (known !== currentAttributes) {
    // The document has changed elsewhere, for example by undo.
    setKnown(currentAttributes);
    setValues(valuesOf(node, definition));
  }

  function change(nextValues: Values): void {
    const names = changedProperties(values, nextValues);
    setValues(nextValues);
    const invalid = new Set(validationErrors(schema, nextValues, messages).map(({ path }) => path[0]));
    const validNames = names.filter((name) => !invalid.has(name));
    if (!validNames.length) return;
    const texts = validNames
      .map((name) => {
        const { default: fallback } = (definition.properties?.[name] ?? {}) as Schema;
        const text = attributeText(nextValues[name], fallback, definition.required?.includes(name) ?? false);
        return [attributeFor(node, name), text] as const;
      })
      // A value that was invalid in between may be the same as in the document.
      .filter(([name, text]) => (attributeOf(node, name) ?? null) !== text);
    if (!texts.length) return setRefused(refused.filter((name) => !validNames.includes(name)));
    const command = setAttributes(node.id, Object.fromEntries(texts), `properties ${node.id} ${validNames.join()}`);
    const isApplied = controller.run(command);
    setRefused(isApplied ? refused.filter((name) => !validNames.includes(name)) : [...refused, ...validNames]);
    const { document } = controller.session.snapshot.editor!;
    const updated = resolveElement(document, node.id);
    if (updated) setKnown(attributesOf(updated.node));
  }

  const extraErrors = Object.fromEntries(
    refused.map((name) => [name, { __errors: [messages.t('refused')] }]),
  ) as ErrorSchema;
  return (
    <Form
      className="form"
      schema={schema}
      uiSchema={hintsOf(definition, place, messages)}
      formData={values}
      validator={validator}
      templates={TEMPLATES}
      translateString={translateString}
      extraErrors={extraErrors}
      liveValidate="onChange"
      noHtml5Validate
      showErrorList={false}
      idPrefix={`property-${node.id}`}
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
      onChange={({ formData }) => change((formData ?? {}) as Values)}
    />
  );
}
