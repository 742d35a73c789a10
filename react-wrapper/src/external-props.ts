/** Converts props of `<FeaasExternal>` to those of its element, in pages, on servers and in server components. */

type Values = Readonly<Record<string, unknown>>;

/** The attribute of a property, such as `data-external-id` for `dataExternalId`. */
export const attributeName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Matches props of this element or of all elements; all others are props of the external component. */
const ELEMENT_PROP =
  /^(?:dataExternalId|datasources|serverContent|skipsPageComponents|children|className|style|id|slot|title|lang|dir|role|hidden|inert|tabIndex|draggable|contentEditable|part|nonce|is|key|ref|dangerouslySetInnerHTML|suppress\w+|on[A-Z]\w*|aria-.*|data-.*)$/;

/** Strings become attributes. All other values are passed to the external component by `componentProps`. */
export function prepareExternalProps(props: Values): Values {
  const { componentProps, 'data-external-id': id, ...rest } = props;
  const prepared: Record<string, unknown> = id === undefined ? {} : { dataExternalId: id };
  const values: Record<string, unknown> = { ...(componentProps as object | undefined) };
  for (const [name, value] of Object.entries(rest)) {
    if (ELEMENT_PROP.test(name)) prepared[name] = value;
    else if (typeof value === 'string') prepared[attributeName(name)] = value;
    else if (value != null) values[name] = value;
  }
  return Object.keys(values).length ? { ...prepared, componentProps: values } : prepared;
}

/** The element's attributes for prepared props. */
export function externalAttributes({ dataExternalId, ...props }: Values): Record<string, string> {
  const attributes = { ...props, 'data-external-id': dataExternalId };
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
