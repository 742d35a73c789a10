/** What an `Authorization` header of the scheme Bearer holds; undefined without one, and for any other scheme. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1];
