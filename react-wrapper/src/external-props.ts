/** Props of `<FeaasExternal>` as those of its element, in pages, on servers and in server components. */

type Values = Readonly<Record<string, unknown>>;

/** The attribute of a property: `dataExternalId` is `data-external-id`. */
export const attributeName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Props that are the element's own, or any element's; all others are props of the external component. */
const ELEMENT_PROP =
  /^(?:dataExternalId|datasources|serverContent|skipsPageComponents|children|className|style|id|slot|title|lang|dir|role|hidden|inert|tabIndex|draggable|contentEditable|part|nonce|is|key|ref|dangerouslySetInnerHTML|suppress\w+|on[A-Z]\w*|aria-.*|data-.*)$/;

/** Texts are attributes; everything else is passed to the external component by value, in `componentProps`. */
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

/** The attributes that prepared props give to the element. */
export function externalAttributes({ dataExternalId, ...props }: Values): Record<string, string> {
  const attributes = { ...props, 'data-external-id': dataExternalId };
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
