/** Removes `__typename`, which the client adds for its cache, at any depth. */
export function stripTypename<Data>(data: Data): Data {
  if (Array.isArray(data)) return data.map(stripTypename) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const members = Object.entries(data).filter(([name]) => name !== '__typename');
  return Object.fromEntries(members.map(([name, value]) => [name, stripTypename<unknown>(value)])) as Data;
}
